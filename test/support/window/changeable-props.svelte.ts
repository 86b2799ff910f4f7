/** Properties that a test changes while their component is shown. */
export function changeableProps<Props extends object>(given: Props): Props {
  const props = $state(given);
  return props;
}

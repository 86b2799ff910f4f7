// @ts-check
/**
 * Who releases this build. The address of the project and of its maintainer
 * belong to the person who releases; without them, packages carry addresses
 * under `.invalid`, which no network resolves.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function readIdentity(env = process.env) {
  const maintainer = env['PROXYDECK_MAINTAINER'] || 'Proxydeck <maintainer@proxydeck.invalid>';
  const parts = /^([^<>]+) <([^<>@\s]+@[^<>@\s]+)>$/.exec(maintainer);
  if (!parts?.[1] || !parts[2]) {
    throw new Error(`PROXYDECK_MAINTAINER must read "Name <address>", not "${maintainer}".`);
  }
  const homepage = env['PROXYDECK_HOMEPAGE'] || 'https://proxydeck.invalid';
  if (!URL.canParse(homepage)) throw new Error(`PROXYDECK_HOMEPAGE is not a URL: "${homepage}".`);
  return { homepage, maintainer, author: { name: parts[1], email: parts[2] } };
}

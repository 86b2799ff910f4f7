/** The environment in which the app and its command line work with one service. */
export const serviceEnv = (service: {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
}): NodeJS.ProcessEnv => ({
  PROXYDECK_BASE_URL: service.baseUrl,
  PROXYDECK_PUBLIC_KEY: service.publicKey,
  PROXYDECK_PRIVATE_KEY: service.privateKey,
});

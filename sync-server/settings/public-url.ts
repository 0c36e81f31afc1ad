/** Whether people reach the service over HTTPS. If so, cookies are secure, and the proxy in front is trusted. */
export const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:'

/** Whether people reach the service over HTTPS: then cookies are secure, and the proxy in front is believed. */
export const isHttps = (publicUrl: string): boolean => new URL(publicUrl).protocol === 'https:'

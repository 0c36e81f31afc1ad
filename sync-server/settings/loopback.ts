/** The names of this machine in HOST and in addresses. */
export const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

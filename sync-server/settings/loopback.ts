/** This machine, as HOST and addresses name it. */
export const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

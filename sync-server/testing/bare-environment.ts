/** The environment of a command that a test starts: where programs and compiled code are, and no settings. */
export const BARE_ENVIRONMENT = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }

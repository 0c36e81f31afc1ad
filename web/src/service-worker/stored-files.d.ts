/** Written by the build: web/build/stored-files.ts. */
declare module 'virtual:stored-files' {
  export const FILES: import('./messages.ts').StoredFile[]
}

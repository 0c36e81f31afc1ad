import { startedFolder } from './started-folder.ts'

// Prints the started folder, for a process that must not load the service. MOGRA_TEST_SHARED has to be set.
if (!process.env.MOGRA_TEST_SHARED) throw new Error('MOGRA_TEST_SHARED is not set.')
process.stdout.write(await startedFolder(), () => process.exit())

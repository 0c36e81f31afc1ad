import type { PersonalRecords } from '../personal-data/personal-data.ts'
import { nameIn } from './upload-store.ts'
import type { Uploads } from './uploads.ts'

/** Files that people have chosen for an application. Once it is submitted, they are the application's. */
export const uploadsPersonalData = ({ uploads }: { uploads: Uploads }): PersonalRecords[] => [
  {
    database: 'uploads',
    ids: ['upload:'],
    handOver: 'They stay under the visitor’s id, which the account’s record names.',
    erase: {
      name: 'remove uploads',
      async erase({ account, adopted }) {
        for (const one of [account, ...adopted])
          await uploads.remove((await uploads.of(one)).map(({ _id }) => nameIn(_id)))
      },
    },
    awaitedUntil: 'No delivery depends on it.',
    exported: {
      name: 'uploads',
      async read({ account, adopted }) {
        const found = await Promise.all([account, ...adopted].map((one) => uploads.of(one)))
        return found.flat().map(({ application, at, size, fileType }) => ({ application, at, size, fileType }))
      },
    },
  },
]

import { configure } from '@testing-library/react'

/** The second that Testing Library waits by default is less than a busy machine needs. */
configure({ asyncUtilTimeout: 15_000 })

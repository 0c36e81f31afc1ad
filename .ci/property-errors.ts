import { configureGlobal } from 'fast-check'

/** Our reports keep only an error's message, and fast-check names the cause in it only with this option. */
configureGlobal({ includeErrorInReport: true })

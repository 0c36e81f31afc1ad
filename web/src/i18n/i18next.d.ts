import type { english as applications } from './applications-texts.ts'
import type { english as bulkOrder } from './bulk-order-texts.ts'
import type { english as bulk } from './bulk-texts.ts'
import type { english as careers } from './careers-texts.ts'
import type { english as chat } from './chat-texts.ts'
import type { english as deliveries } from './deliveries-texts.ts'
import type { english as desk } from './desk-texts.ts'
import type { english as driverProfile } from './driver-profile-texts.ts'
import type { english } from './english.ts'
import type { frontEnglish } from './front-english.ts'
import type { english as guard } from './guard-texts.ts'
import type { english as refusals } from './refusal-texts.ts'
import type { screensEnglish } from './screens-english.ts'
import type { english as reading } from './static-page-texts.ts'
import type { english as support } from './support-texts.ts'
import type { english as uploads } from './uploads-texts.ts'
import type { english as wholesaleProfile } from './wholesale-profile-texts.ts'
import type { english as wholesale } from './wholesale-texts.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof english &
      typeof frontEnglish &
      typeof screensEnglish &
      typeof reading &
      typeof support &
      typeof careers &
      typeof bulk &
      typeof bulkOrder &
      typeof chat &
      typeof deliveries &
      typeof desk &
      typeof driverProfile &
      typeof guard &
      typeof refusals &
      typeof applications &
      typeof uploads &
      typeof wholesale &
      typeof wholesaleProfile
  }
}

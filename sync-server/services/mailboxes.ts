import { type Feeds, openFeeds } from '../feeds/feeds.ts'
import { type ChangeNotifier, openChangeNotifier } from '../mailboxes/change-notifier.ts'
import { type Mailboxes, openMailboxes } from '../mailboxes/mailboxes.ts'
import { openPendingMailboxes, type PendingMailboxes } from '../mailboxes/pending-mailboxes.ts'
import { openRotation, type Rotation } from '../mailboxes/rotation.ts'
import type { Base, Steps } from './base.ts'

export interface MailboxServices {
  mailboxes: Mailboxes
  notifier: ChangeNotifier
  pendingMailboxes: PendingMailboxes
  rotation: Rotation
  feeds: Feeds
}

export function openMailboxServices({ couch, now, report }: Base, steps: Steps): MailboxServices {
  const notifier = openChangeNotifier()
  const mailboxes = openMailboxes({ couch, notifier })
  const pendingMailboxes = openPendingMailboxes({ couch, now })
  const rotation = openRotation({ couch, notifier, mailboxes, pendingMailboxes, now, report, ...steps })
  const feeds = openFeeds({ couch, notifier, now })
  return { mailboxes, notifier, pendingMailboxes, rotation, feeds }
}

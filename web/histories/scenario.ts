import { setTimeout as pause } from 'node:timers/promises'
import { cartLine } from '#model'
import { DATABASE_FAULTS } from '../../sync-server/testing/network/faults.ts'
import type { LastSequences } from '../../sync-server/testing/scenario-calls.ts'
import { BROWSERS, type Command, SIGNED_IN } from './commands.ts'
import { editProfile, runCustomerAction } from './customer-actions.ts'
import { ExpectedState } from './expected-state.ts'
import { whyNotConverged } from './invariants/convergence.ts'
import { brokenSentMarks } from './invariants/sent-invariant.ts'
import { runMessageAction } from './message-actions.ts'
import { runPartnerAction } from './partner-actions.ts'
import { Browser, type Person } from './world/browser.ts'
import { retry } from './world/retry.ts'
import type { World } from './world/world.ts'

const DAY_MS = 86_400_000
/** A wait ends after this time and this many checks: a slow machine checks less often. */
const REST_MS = 3_000
const REST_LOOKS = 30
const LOOK_MS = 30
let people = 0

/** One history: four browsers of two people and a visitor use the real service through a faulty network. */
export class Scenario {
  readonly browsers: Browser[]
  readonly people: Person[] = []
  readonly expected = new ExpectedState()
  /** The sequences of the shared databases at the beginning: earlier changes cannot contain this history's people. */
  beganAt: LastSequences = {}
  /** The outcome of each intent at the end. */
  decided: string[] = []
  /** Violations that were found before the end. */
  readonly problems: string[] = []
  readonly world: World

  constructor(world: World) {
    this.world = world
    const { service, proxy } = world
    this.browsers = Array.from({ length: BROWSERS }, (_, n) => new Browser({ n, origin: proxy.url, service }))
  }

  async begin(): Promise<void> {
    const emails = [0, 1].map(() => `person${people++}@history.example`)
    const { service } = this.world
    this.beganAt = await retry(() => service.ends())
    this.people.push(
      ...(await Promise.all(
        emails.map(async (email) => ({ email, account: await retry(() => service.create(email)) })),
      )),
    )
    await Promise.all(this.browsers.map((browser) => browser.start()))
    const [mine, theirs] = this.people
    if (!mine || !theirs) return
    // A person's browsers sign in one after another, because a person has only one code at a time.
    const [first, second, other] = this.browsers.slice(0, SIGNED_IN)
    await Promise.all([first?.signIn(mine).then(() => second?.signIn(mine)), other?.signIn(theirs)])
  }

  personOf(account: string | undefined): Person | undefined {
    return this.people.find((person) => person.account === account)
  }

  async run(command: Command): Promise<void> {
    const { service, proxy, database } = this.world
    switch (command.do) {
      case 'kill':
        await service.kill()
        return this.#revive()
      case 'kill database':
        return database?.process.restart()
      case 'database storm':
        return database?.proxy.storm(command.share, DATABASE_FAULTS)
      case 'database meets':
        return database?.proxy.next(new RegExp(`/${command.path}|${command.path}\\b`), command.fault)
      case 'die at step':
        return service.isAlive() ? service.dieAtStep(command.step).catch(() => undefined) : undefined
      case 'storm':
        return proxy.storm(command.share)
      case 'meet':
        return proxy.next(new RegExp(`${command.path}\\b`), command.fault)
      case 'wait':
        await pause(command.ms)
        return this.#revive()
      case 'rest':
        return this.#rest(command.atMostMs)
      case 'look':
        this.problems.push(...(await brokenSentMarks(this)))
        return
      default: {
        const browser = this.browsers[command.browser]
        return browser && this.#act(browser, command)
      }
    }
  }

  async close(): Promise<void> {
    for (const browser of this.browsers) await browser.close()
  }

  async #act(browser: Browser, command: Extract<Command, { browser: number }>): Promise<void> {
    const { service } = this.world
    const { owner } = browser
    /** Runs a call of the service for the browser's account or visitor. */
    const toOwner = async (act: (account: string) => Promise<void>) =>
      owner !== undefined && service.isAlive() ? act(owner).catch(() => undefined) : undefined
    switch (command.do) {
      case 'add':
      case 'take':
      case 'favour':
      case 'order':
      case 'change':
      case 'cancel':
      case 'track':
      case 'report':
      case 'rate':
        return runCustomerAction(browser, command, this.expected)
      case 'duty':
      case 'accept':
      case 'step':
      case 'release':
      case 'payout':
        return runPartnerAction(browser, command, this.expected)
      case 'say':
      case 'read':
        return runMessageAction(browser, command, this.expected)
      case 'open':
        return toOwner(service.openDeliveries)
      case 'take back':
        return toOwner(service.takeBack)
      case 'misfit':
        return this.#writeMisfit(browser)
      case 'prepare':
        return toOwner((account) => service.prepare(account, command.to))
      case 'profile':
        return editProfile(browser, command, this.expected)
      case 'rotate':
        return toOwner(service.rotate)
      case 'session ends':
        return this.personOf(owner) && toOwner(service.endSessions)
      case 'network':
        return browser.setOnline(command.on)
      case 'reload':
        return browser.reload()
      case 'open tab':
        return browser.openTab()
      case 'close tab':
        return browser.closeTab()
      case 'clock':
        return browser.setClock(command.days * DAY_MS)
      case 'remember':
        this.expected.remember(browser.holder)
        return browser.remember()
      case 'roll back': {
        const [unsent, { holder }] = [await browser.unsent(), browser]
        if (await browser.rollBack()) this.expected.rollBack(holder, unsent)
        return
      }
      case 'sign out': {
        const [unsent, { holder }] = [await browser.unsent(), browser]
        if (await browser.signOut(command.isForced)) this.expected.leave(holder, unsent)
        return
      }
      case 'sign in': {
        const person = this.people[command.as]
        const isAlready = browser.isSignedIn && owner === person?.account
        if (person && !isAlready && browser.isOnline) await browser.trySigningIn(person)
        return
      }
      case 'delete account':
        if (browser.isOnline) await browser.deleteAccount()
    }
  }

  /** Writes a document as an app of another version might write it. */
  async #writeMisfit({ page, holder }: Browser) {
    const mailbox = page.databases.mailbox()
    const id = cartLine.id('no-such-thing', mailbox.device)
    const misfit = { type: 'cart-line', device: mailbox.device, added: -1 } as never
    await mailbox.putOwn(id, async () => misfit)
    this.expected.misfits.set(id, holder)
  }

  async #rest(atMostMs = REST_MS) {
    const until = Date.now() + atMostMs
    for (let looks = 0; Date.now() < until || looks < REST_LOOKS; looks += 1) {
      await this.#revive()
      if ((await whyNotConverged(this, (browser) => browser.isConnected)).length === 0) return
      await pause(LOOK_MS)
    }
  }

  /** Ends the database's faults before a start, because the service does not start on a faulty database. */
  async #revive() {
    if (!this.world.service.isAlive()) this.world.database?.proxy.calm()
    await this.world.service.revive()
  }
}

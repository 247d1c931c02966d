import { operation } from '../../kernel/operation.ts'
import { Nothing } from '../../kernel/schema.ts'
import type { Store } from '../../store/store.ts'
import * as failures from './failures.ts'
import type { Members } from './members.ts'
import { shortestPassword } from './rules.ts'
import * as schemas from './schemas.ts'
import type { Sessions } from './sessions.ts'
import type { SignedInAs } from './signed-in.ts'
import type { TabKeys } from './tab-keys.ts'

interface PageOperationsDependencies {
  readonly store: Store
  readonly members: Members
  readonly sessions: Sessions
  readonly tabKeys: TabKeys
  readonly pageKeys: (family_member_uuid: string) => string
  readonly signedIn: SignedInAs
  /** The least score of a password, 0 to 4. */
  readonly min_score: number
}

/** What a page in a browser needs: how to start, and how to stay signed in across reloads. */
export function pageOperations({
  store,
  members,
  sessions,
  tabKeys,
  pageKeys,
  signedIn,
  min_score,
}: PageOperationsDependencies) {
  return {
    'auth.start': operation({
      rest: 'GET /auth/start',
      access: 'anyone',
      anySession: true,
      summary: 'What a program needs to know before anybody signs in',
      description:
        'Whether somebody has to set this home up first, and what a password must be like. Needs no token.',
      input: Nothing,
      output: schemas.Start,
      errors: [],
    }).handle(() => ({
      setup_needed: members.none(),
      password: { min_length: shortestPassword, min_score },
    })),

    'auth.keep_tab': operation({
      rest: 'POST /auth/tab',
      access: 'member',
      anySession: true,
      summary: 'Get a key with which a reloaded page goes on with this session',
      description:
        'It holds as long as the session, and no longer than this run of the daemon. The refresh token shows that it is for ' +
        'whoever has the session, and not for a program that was given an access token of it.',
      input: schemas.RefreshToken,
      output: schemas.TabKey,
      errors: [failures.NoSession, failures.InvalidRefreshToken],
    }).handle(({ refresh_token }, { caller: { session_uuid } }) => {
      if (session_uuid === null) throw failures.NoSession()
      const session = sessions.ofCurrentToken(refresh_token)
      // Of a session that is bound to a key, a refresh token alone is good for nothing.
      if (session?.session_uuid !== session_uuid || session.key_thumbprint !== null)
        throw failures.InvalidRefreshToken()
      return { tab_key: tabKeys.make(session_uuid) }
    }),

    'auth.page_key': operation({
      rest: 'GET /auth/page-key',
      access: 'member',
      scopes: [],
      summary: 'Get the key with which a page locks what it keeps in the browser',
      description:
        'The same for a member each time. A browser keeps drafts for whoever serves its address next; locked, they are worth nothing there.',
      input: Nothing,
      output: schemas.PageKey,
      errors: [failures.NoSession],
    }).handle((_input, { caller: { family_member_uuid, session_uuid } }) => {
      if (family_member_uuid === null || session_uuid === null) throw failures.NoSession()
      return { page_key: pageKeys(family_member_uuid) }
    }),

    'auth.resume': operation({
      rest: 'POST /auth/resume',
      access: 'anyone',
      anySession: true,
      summary: 'Go on with the session of a page',
      description:
        'New tokens for the session; the refresh token of the page before holds no longer. With `beside`, as for a tab that was ' +
        'duplicated, a session of its own, which ends with this one; there are 20 of them at most.',
      input: schemas.Resumption,
      output: schemas.Resumed,
      errors: [failures.SessionEnded],
    }).handle(async ({ tab_key, beside = false }, { address }) => {
      const session_uuid = tabKeys.sessionOf(tab_key)
      if (session_uuid === undefined) throw failures.SessionEnded()
      const { member, granted } = store.write((tx) => {
        const session = sessions.going(session_uuid)
        const owner = session && members.byId(session.family_member_uuid)
        if (!session || !owner) throw failures.SessionEnded()
        return {
          member: owner,
          granted: beside
            ? sessions.openBeside(tx, owner, session, address)
            : sessions.renew(tx, session, address),
        }
      })
      const tabKey = beside ? tabKeys.make(granted.session.session_uuid) : tab_key
      return { ...(await signedIn(member, granted)), tab_key: tabKey }
    }),
  }
}

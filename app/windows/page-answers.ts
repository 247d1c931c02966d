import type { MemberSession } from '../member/member-session.ts'
import type { PageAnswers } from './page-calls.ts'
import type { Windows } from './windows.ts'

interface PageAnswersDependencies {
  readonly session: MemberSession
  readonly windows: Windows
  readonly onSignedIn: () => void
}

/** What the app answers its pages. */
export function pageAnswers({ session, windows, onSignedIn }: PageAnswersDependencies): PageAnswers {
  return {
    arrive: (_nothing, window) => session.forPage(window),
    signed_in: async (key, window) => {
      const before = session.member?.family_member_uuid
      await session.signedIn(window, key)
      if (session.member?.family_member_uuid !== before) windows.closeOthers(window)
      onSignedIn()
      return null
    },
    signed_out: async (_nothing, window) => {
      await session.signedOut(window)
      windows.closeOthers(window)
      return null
    },
    close: async (_nothing, window) => {
      windows.close(window)
      return null
    },
  }
}

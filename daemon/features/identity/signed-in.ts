import type { AccessTokens } from './access-tokens.ts'
import { type MemberRow, toFamilyMember } from './members.ts'
import type { SignedIn } from './schemas.ts'
import type { GrantedSession } from './sessions.ts'

/** The answer of a login, for a session that was just granted. */
export type SignedInAs = (member: MemberRow, granted: GrantedSession) => Promise<SignedIn>

/** Makes the answer of a login: the access token, the refresh token, and who it is. */
export function signedInAs(tokens: AccessTokens): SignedInAs {
  return async (member, { session, refresh_token, refresh_expires_in }) => {
    const { restriction, session_uuid } = session
    return {
      access_token: await tokens.issue(member, session),
      token_type: 'Bearer',
      expires_in: tokens.lifetime(session),
      refresh_token,
      refresh_expires_in,
      session_uuid,
      ...(restriction && { restriction }),
      family_member: toFamilyMember(member, restriction),
    }
  }
}

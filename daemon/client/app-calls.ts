import { type TSchema, Type } from 'typebox'
import { closed } from '../kernel/schema.ts'

const TabKey = Type.Object({ tab_key: Type.String({ maxLength: 128 }), session_uuid: Type.String() }, closed)
const SignIn = Type.Object({ ...TabKey.properties, stay: Type.Boolean() }, closed)
const Nothing = Type.Null()

/**
 * What a page may ask of the desktop app in whose window it is shown, each with what it says and what it is answered. Both
 * sides derive from this: the functions of the page, and the checks of the app.
 */
export const appCalls = {
  /** A session to resume, if the app knows its member; null if it does not. */
  arrive: { input: Nothing, output: Type.Union([TabKey, Nothing]) },
  /** Somebody has signed in, whose machine this is from now on, and where they stay also at the next start of the app. */
  signed_in: { input: SignIn, output: Nothing },
  /** They have signed out, and the app forgets them. */
  signed_out: { input: Nothing, output: Nothing },
  /** The window is no longer needed. */
  close: { input: Nothing, output: Nothing },
} as const satisfies Record<string, { readonly input: TSchema; readonly output: TSchema }>

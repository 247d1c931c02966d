import type { UntypedServiceImplementation } from '@grpc/grpc-js'
import type { Answer } from '../../gateway/declared.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { ClientOf } from './host.ts'
import { fromStruct, toTimestamp, type Struct } from './struct.ts'
import { unary } from './unary.ts'

interface IntroduceRequest {
  readonly full_name: string
  readonly relationship: string
  readonly related_to: string
  readonly username: string
  readonly password: string
  readonly samples: readonly string[]
}

interface VerifyRequest {
  readonly family_member_uuid: string
  readonly method: string
  readonly pin: string
  readonly assertion: Struct | null
  readonly verification_uuid: string
  readonly wait: number
}

interface ListFamilyRequest {
  readonly limit: number
  readonly offset: number
  readonly removed: boolean
}

type Person = Answer<'recognition.introduce'>['person']

/** `RecognitionService`: the people of the household, and which of them is there. */
export function recognitionService(gateway: Gateway, clientOf: ClientOf): UntypedServiceImplementation {
  return {
    Introduce: unary(gateway, clientOf, 'recognition.introduce', {
      payload: ({ full_name, relationship, samples, ...more }: IntroduceRequest) => ({
        full_name,
        relationship,
        ...given(more),
        ...(samples.length === 0 ? {} : { samples }),
      }),
      response: ({ person }) => personMessage(person),
    }),
    Identify: unary(gateway, clientOf, 'recognition.identify', {
      payload: (request: { readonly sample_uuid: string }) => given(request),
      response: (identified) => identified,
    }),
    Verify: unary(gateway, clientOf, 'recognition.verify', {
      payload: ({ assertion, ...request }: VerifyRequest) => ({
        ...given(request),
        ...(assertion && { assertion: fromStruct(assertion) }),
      }),
      response: ({ token_type: _, family_member, expires_at, ...verified }) => ({
        ...verified,
        ...(expires_at === undefined ? {} : { expires_at: toTimestamp(expires_at) }),
        ...(family_member && { family_member_uuid: family_member.family_member_uuid }),
      }),
    }),
    ListFamily: unary(gateway, clientOf, 'recognition.family', {
      payload: (request: ListFamilyRequest) => given({ ...request }),
      response: ({ items, total }) => ({ items: items.map(personMessage), total }),
    }),
    RemovePerson: unary(gateway, clientOf, 'recognition.remove', {
      payload: ({ person_uuid }: { readonly person_uuid: string }) => ({ id: person_uuid }),
      response: ({ person }) => personMessage(person),
    }),
  }
}

/** What is not empty. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => Boolean(value))) as Partial<T>

/** A person as the message, which leaves out what is null. */
function personMessage({ created_at, removed_at, erased_at, voice_enrolled, ...person }: Person) {
  return {
    ...given(person),
    ...(voice_enrolled === null ? {} : { voice_enrolled }),
    created_at: toTimestamp(created_at),
    ...(removed_at === null ? {} : { removed_at: toTimestamp(removed_at) }),
    ...(erased_at === null ? {} : { erased_at: toTimestamp(erased_at) }),
  }
}

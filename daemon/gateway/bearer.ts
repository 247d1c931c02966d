/** The token of an `Authorization` value, for every protocol; undefined for another scheme. */
export function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
}

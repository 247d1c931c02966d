/** For public files without data: they need no token, and no certificate. */
export const everyone = { config: { access: 'anyone', withoutCertificate: true } } as const

/** For what checks by itself who calls. */
export const anyone = { config: { access: 'anyone' } } as const

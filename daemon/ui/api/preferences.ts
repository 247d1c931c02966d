/** What a member wrote down for the companion to keep to; pages know a part of it each. */
export type Preferences = Readonly<Record<string, unknown>>

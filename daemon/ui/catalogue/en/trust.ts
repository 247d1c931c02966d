/** How a device learns to trust the household’s certificates, and which there are. */
export const trust = {
  title: 'Trust this Companion',
  lead: 'Do this once on each phone or computer, and its browser connects without a warning.',
  check: 'First compare',
  check_text:
    'The computer that Companion runs on shows this fingerprint too, under System → Security. Go on only if both are the same.',
  fingerprint: 'SHA-256 fingerprint',
  copy: 'Copy fingerprint',
  called: 'The certificate is called “{{name}}”.',
  go: 'Go to Companion',
  'apple.title': 'iPhone, iPad and Mac',
  'apple.get': 'Get the profile',
  'apple.text':
    'Open the profile in Safari and allow the download. Install it in Settings, under General → VPN & Device Management. Then turn it on under General → About → Certificate Trust Settings. On a Mac, open it in System Settings and set it to “Always Trust” in Keychain Access.',
  'android.title': 'Android',
  'android.get': 'Get the certificate',
  'android.text':
    'Download it, then open Settings and search for “CA certificate”. Choose “Install anyway” and the file you’ve just downloaded.',
  'windows.title': 'Windows',
  'windows.get': 'Get the certificate for Windows',
  'windows.text':
    'Download and open it. Choose “Install Certificate” and put it under “Trusted Root Certification Authorities”.',
  'other.title': 'Linux and Firefox',
  'other.get': 'Get the PEM file',
  'other.text': 'Import it as an authority for websites.',
  'none.title': 'There’s nothing to trust here',
  'none.text': 'This Companion has no certificate of its own yet.',
  'step.open': 'The phone warns about the certificate?',
  'step.text':
    'Scan this first: the page explains how the phone learns to trust this Companion. Then close this and go on with the pairing code.',
  'step.qr': 'QR code for trusting this Companion',
  'panel.title': 'Certificates',
  'panel.text': 'What devices know this Companion by, and what it knows them by.',
  'panel.none':
    'There’s no certificate authority yet. It’s made when the daemon speaks TLS or a device asks for a certificate.',
  'panel.authority': 'The household’s authority',
  'panel.server': 'The daemon’s certificate',
  'panel.until': 'Valid until {{until}}',
  'panel.signed_here': 'Signed by the household’s authority.',
  'panel.given': 'Set in the configuration.',
  'panel.plain': 'The daemon doesn’t speak TLS.',
  'panel.required': 'Devices without a certificate are refused.',
  'panel.optional': 'Devices may connect without a certificate.',
  'panel.devices': 'Devices',
  'panel.no_devices': 'No device has a certificate.',
  'panel.unknown': 'Unknown device',
}

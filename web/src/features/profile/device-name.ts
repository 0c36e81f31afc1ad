/** Browsers by a part of their user agent; the first match counts. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const firstOf = (kinds: readonly [RegExp, string][], text: string) => kinds.find(([fits]) => fits.test(text))?.[1]

export interface DeviceName {
  browser: string | undefined
  system: string | undefined
  isPhone: boolean
}

export function readDeviceName(userAgent: string): DeviceName {
  return {
    browser: firstOf(BROWSERS, userAgent),
    system: firstOf(SYSTEMS, userAgent),
    isPhone: /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent),
  }
}

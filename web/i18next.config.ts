import { defineConfig } from 'i18next-cli'

export default defineConfig({
  locales: ['en', 'hi'],
  extract: {
    input: ['web/src/**/*.{ts,tsx}'],
    ignore: [
      'web/src/**/*.test.{ts,tsx}',
      'web/src/**/testing/**',
      'web/src/**/*.d.ts',
      'web/src/features/dev-ui/*.tsx',
    ],
    output: 'web/src/i18n/locales/{{language}}/{{namespace}}.json',
    defaultNS: 'common',
    sort: false,
    // Reason codes, kinds of intents and states come from the model: their keys are built at run time.
    preservePatterns: [
      'problems:*',
      'people:attention.asked.*',
      'people:application.*',
      'uploads:waiting.*',
      'uploads:refused.*',
      'uploads:missing.refused.*',
      'desk:applications.*',
    ],
  },
})

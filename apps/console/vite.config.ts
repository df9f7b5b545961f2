import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'

const SHARED = {
  name: 'parts',
  test: /src[\\/](?:ui|lib|api)[\\/](?!chart|code-editor)|node_modules[\\/](?:lucide-react|@tanstack)[\\/]/,
  minShareCount: 3,
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  resolve: { conditions: ['gatehouse', ...defaultClientConditions] },
  build: {
    // Separate files only: the page's policy forbids inline content.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // Twenty small files load slower than one: code that several pages share is one file, except for large parts.
        codeSplitting: { groups: [SHARED] },
      },
    },
  },
})

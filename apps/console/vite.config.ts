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
    // Files alone: the policy of the page lets nothing be written into it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // Asking for twenty small files takes longer than for one: what several pages share comes as one, but for what is large.
        codeSplitting: { groups: [SHARED] },
      },
    },
  },
})

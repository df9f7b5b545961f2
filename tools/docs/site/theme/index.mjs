// The look of VitePress with the letters and colours of the console: styles are what is imported here.
import DefaultTheme from 'vitepress/theme-without-fonts'
// oxlint-disable-next-line import/no-unassigned-import
import './theme.css'

export default DefaultTheme

// VitePress theme with the fonts and colors of the console: the imports below are its styles.
import DefaultTheme from 'vitepress/theme-without-fonts'
// oxlint-disable-next-line import/no-unassigned-import
import './theme.css'

export default DefaultTheme

// Before anything is drawn: the theme that was chosen here, so that nothing flashes. `src/app/theme.ts` keeps it.
try {
  const theme = localStorage.getItem('gatehouse-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Some browsers keep nothing for us: the system decides.
}

const KEY = 'fxlog-theme';
const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** A button that goes through: as the system has it, light, dark. */
export function startTheme(button: HTMLButtonElement): void {
  let theme = remembered();
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    button.textContent = `\u25d0 ${{ auto: 'Auto', light: 'Light', dark: 'Dark' }[theme]}`;
    button.title = `Colours: ${theme === 'auto' ? 'as the system has them' : theme}`;
  };
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
    apply();
    remember(theme);
  });
  apply();
}

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === kept) ?? 'auto';
  } catch {
    // A page from a file may have no storage; the theme is then that of the system.
    return 'auto';
  }
}

function remember(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch (error) {
    // Not remembered; everything else works.
    if (!(error instanceof DOMException)) throw error;
  }
}

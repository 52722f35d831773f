// Light or dark: as the system has it, until somebody says otherwise.

const KEPT = "kumiki-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
const listeners = [];

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

export const theme = {
  name: () => document.documentElement.dataset.theme,
  listen: (listener) => listeners.push(listener),
  set(name) {
    document.documentElement.dataset.theme = name;
    listeners.forEach((listener) => listener(name));
  },
  begin(button) {
    const told = () => (button.textContent = theme.name() === "dark" ? "Light" : "Dark");
    theme.set(kept() ?? (dark.matches ? "dark" : "light"));
    told();
    dark.addEventListener("change", () => {
      if (!kept()) theme.set(dark.matches ? "dark" : "light");
      told();
    });
    button.addEventListener("click", () => {
      theme.set(theme.name() === "dark" ? "light" : "dark");
      try {
        localStorage.setItem(KEPT, theme.name());
      } catch {
        // It is as it is until the page is left.
      }
      told();
    });
  },
};

import { addBallots, closeTopic, createTopic } from '../factories/topics.ts';
import { expect, hydrated, mailTo, open, test } from './support.ts';

/*
 * A visitor's whole way, in two languages: browse, register, code by mail, rank, cast, be refused the second time, see
 * the result once the topic has closed, log out and in again.
 */

const texts = {
  en: {
    picker: /Language/,
    loginToVote: 'Login to Vote',
    register: 'Register',
    username: 'Username',
    email: 'E-mail',
    password: 'Password',
    repeat: 'Repeat the password',
    create: 'Create account',
    code: 'Six-digit code',
    verify: 'Verify e-mail',
    up: (name: string) => `Move ${name} up`,
    remove: (name: string) => `Take ${name} off`,
    cast: 'Cast ballot',
    counted: 'Ballot counted',
    ownBallot: 'Your ballot',
    inProgress: 'Voting In Progress',
    used: 'USED',
    refused: 'You have already used your free vote for this topic. Please select a paid tier to vote again.',
    rankings: 'Current Rankings',
    yourNumber: (place: number) => `Your no. ${place}`,
    account: /^Account of/,
    logout: 'Log out',
    login: 'Log in',
  },
  es: {
    picker: /Idioma/,
    loginToVote: 'Iniciar sesión para votar',
    register: 'Registrarse',
    username: 'Nombre de usuario',
    email: 'Correo electrónico',
    password: 'Contraseña',
    repeat: 'Repite la contraseña',
    create: 'Crear cuenta',
    code: 'Código de seis cifras',
    verify: 'Verificar correo',
    up: (name: string) => `Subir ${name}`,
    remove: (name: string) => `Quitar ${name}`,
    cast: 'Emitir voto',
    counted: 'Papeleta contada',
    ownBallot: 'Tu papeleta',
    inProgress: 'Votación en curso',
    used: 'USADO',
    refused: 'Ya has usado tu voto gratuito en este tema. Elige un nivel de pago para votar otra vez.',
    rankings: 'Clasificación actual',
    yourNumber: (place: number) => `Tu n.º ${place}`,
    account: /^Cuenta de/,
    logout: 'Cerrar sesión',
    login: 'Iniciar sesión',
  },
} as const;

for (const language of ['en', 'es'] as const) {
  test(`from the home page to the result, in ${language}`, async ({ page, db }) => {
    const t = texts[language];
    const name = language === 'en' ? 'Best way through the product' : 'El mejor camino por el producto';
    const topic = await createTopic(db, {
      name: `Best way ${language}`,
      nameEs: name,
      choices: 8,
      isFeatured: true,
      closesIn: 3_000,
    });
    const [c1 = 0, c2 = 0, c3 = 0] = topic.choices;
    await addBallots(db, topic.id, [[c2, c1], [c2, c3], [c3]]);
    const shown = language === 'en' ? `Best way ${language}` : name;

    await open(page, '/');
    if (language === 'es') {
      await page.getByRole('button', { name: texts.en.picker }).click();
      await page.getByRole('menuitemradio', { name: 'Español' }).click();
      await expect(page.getByRole('button', { name: t.picker })).toBeVisible();
      await hydrated(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    }

    await page
      .getByRole('link', { name: new RegExp(shown) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: shown })).toBeVisible();
    await page.getByRole('link', { name: t.loginToVote }).click();

    const email = `way-${language}@example.org`;
    await page.getByRole('tab', { name: t.register }).click();
    await page.getByLabel(t.username).fill(`Voter ${language}`);
    await page.getByLabel(t.email).fill(email);
    await page.getByLabel(t.password, { exact: true }).fill('a fine password');
    await page.getByLabel(t.repeat).fill('a fine password');
    await page.getByRole('button', { name: t.create }).click();

    await expect(page).toHaveURL(/\/verify\?email=/);
    const mail = await mailTo(email);
    const code = /\d{6}/.exec(mail.subject)?.[0] ?? '';
    expect(mail.text).toContain(code);
    const verify = page.getByRole('button', { name: t.verify });
    await page.getByLabel(t.code).fill(code.slice(0, 5));
    await expect(verify).toBeDisabled();
    await page.getByLabel(t.code).fill(code);
    await verify.click();

    // The browser that registered is signed in and back where it came from.
    await expect(page).toHaveURL(`/vote/${topic.id}`);
    await expect(page.getByRole('button', { name: t.account })).toBeVisible();

    const cast = page.getByRole('button', { name: t.cast });
    await expect(cast).toBeDisabled();
    const choice = (number: number) => page.getByRole('button', { name: new RegExp(`Choice ${number}\\b.*number`) });
    for (const number of [4, 1, 2, 3]) await choice(number).click();
    await choice(4).click(); // off again
    // By keyboard: choice 3 from the third place to the first.
    await page.getByRole('button', { name: t.up('Choice 3') }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t.remove('Choice 2') }).press('Space');
    await cast.click();

    await expect(page).toHaveURL(`/results/${topic.id}`);
    await expect(page.getByText(t.counted, { exact: true })).toBeVisible();
    const slip = page.getByRole('region', { name: t.ownBallot });
    await expect(slip.getByRole('listitem')).toHaveText([/1.*Choice 3/, /2.*Choice 1/]);
    await expect(page.getByRole('heading', { name: t.inProgress })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);

    await open(page, `/vote/${topic.id}`);
    await expect(page.getByText(t.used, { exact: true })).toHaveCount(3);
    await expect(page.getByText(t.refused, { exact: true })).toBeVisible();
    const second = await page.request.post('/api/create-free-vote', {
      data: { topicId: topic.id, tier: 'top3', amount: '0.00', voteItems: [{ choiceId: c2, rank: 1 }] },
    });
    expect(second.status()).toBe(409);
    expect((await second.json()).message).toBe(t.refused);

    await closeTopic(db, topic.id);
    await open(page, `/results/${topic.id}`);
    await expect(page.getByRole('heading', { name: t.rankings })).toBeVisible();
    const rows = page.getByRole('table').getByRole('row');
    // 3: 9 + 10 + 10 of mine; 2: 10 + 10; 1: 9 + 9 of mine.
    await expect(rows.nth(1)).toHaveText(/Choice 3.*29.*3$/);
    await expect(rows.nth(2)).toHaveText(/Choice 2.*20.*2$/);
    await expect(rows.nth(3)).toHaveText(/Choice 1.*18.*2$/);
    await expect(rows.nth(4)).toHaveText(/Choice 4.*0.*0$/);
    await expect(rows.nth(1)).toContainText(t.yourNumber(1));

    await page.getByRole('button', { name: t.account }).click();
    await page.getByRole('menuitem', { name: t.logout }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('banner').getByRole('link', { name: t.login }).click();
    await page.getByLabel(t.email).fill(email);
    await page.getByLabel(t.password, { exact: true }).fill('a fine password');
    await page.getByRole('main').getByRole('button', { name: t.login }).click();
    await expect(page.getByRole('button', { name: t.account })).toBeVisible();
    await expect(page).toHaveURL('/');
  });
}

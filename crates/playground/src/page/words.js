// The words of the page in three languages, and how dates are written in them.
// Every language has the same keys; what the bot and the people say is never here.

const WORDS = {
  en: {
    add_bot: "Add the bot to the group",
    api_calls: "Calls of the Bot API, newest first",
    api_hint: "Calls of the bot, newest first",
    back: "Back",
    beside: "Open another person beside",
    block: "Block the bot",
    blocked: "You have blocked the bot.",
    bot: "bot",
    bot_absent: "The bot is not in this group.",
    calls: { one: "{count} call", other: "{count} calls" },
    cancel: "Cancel",
    cancel_reply: "Cancel the reply",
    cell: "row {row}, column {column}: {text}",
    chats: "Chats of {name}",
    choose_chat: "Choose a chat",
    choose_group: "Choose a group",
    close: "Close",
    close_app: "Close the Mini App",
    close_pane: "Close this person’s side",
    commands: "Commands of the bot",
    composer: "Message",
    composer_hint: "Press the up arrow in the empty field to reach the buttons of the last message.",
    deleted: "Deleted message",
    edited: "edited",
    empty: "empty",
    failed: "It did not work: {reason}",
    general: "General",
    in_reply: "In reply to {name}",
    join_group: "Join “{group}”",
    keyboard: "Buttons under the message",
    language: "Language",
    language_auto: "Auto",
    leave_app: "Close {name}? What you have changed may be lost.",
    leave_group: "Leave the group",
    make_administrator: "Make the bot an administrator",
    messages: "Messages",
    more: "More",
    new_topic: "New topic",
    newest: { one: "{count} new message", other: "{count} new messages" },
    newest_none: "To the newest",
    no_chat: "There is no such chat.",
    no_people: "Nobody is here yet.",
    offline: "Offline, trying again…",
    ok: "OK",
    people: { one: "{count} person", other: "{count} people" },
    photo: "Photo",
    places: "People and chats",
    playground: "Playground",
    quiet: "No messages yet",
    remove_bot: "Remove the bot from the group",
    reply: "Reply",
    reply_to: "Reply to {name}",
    send: "Send",
    service_bot_added: "The bot was added to the group",
    service_bot_removed: "The bot was removed from the group",
    service_joined: "{name} has joined the group",
    service_left: "{name} has left the group",
    service_topic: "The topic was created: {name}",
    service_topic_closed: "The topic was closed",
    service_topic_opened: "The topic was opened again",
    service_upgraded: "The group has become a supergroup",
    skip: "Go to the message field",
    someone: "Someone",
    spoiler: "Hidden text, press to show it",
    start: "Start",
    today: "Today",
    topic_name: "Name of the topic",
    topics: "Topics",
    typing: "{name} is typing…",
    typing_photo: "{name} is sending a photo…",
    unblock: "Unblock the bot",
    unmake_administrator: "Make the bot a plain member",
    via: "{name} via @{bot}",
    yesterday: "Yesterday",
    you: "You",
    you_are: "You are {name}",
  },
  ru: {
    add_bot: "Добавить бота в группу",
    api_calls: "Вызовы Bot API, сначала новые",
    api_hint: "Вызовы бота, сначала новые",
    back: "Назад",
    beside: "Открыть рядом другого человека",
    block: "Заблокировать бота",
    blocked: "Вы заблокировали бота.",
    bot: "бот",
    bot_absent: "Бота нет в этой группе.",
    calls: { one: "{count} вызов", few: "{count} вызова", many: "{count} вызовов", other: "{count} вызова" },
    cancel: "Отмена",
    cancel_reply: "Отменить ответ",
    cell: "строка {row}, столбец {column}: {text}",
    chats: "Чаты: {name}",
    choose_chat: "Выберите чат",
    choose_group: "Выберите группу",
    close: "Закрыть",
    close_app: "Закрыть мини-приложение",
    close_pane: "Закрыть эту панель",
    commands: "Команды бота",
    composer: "Сообщение",
    composer_hint: "Стрелка вверх в пустом поле ведёт к кнопкам последнего сообщения.",
    deleted: "Удалённое сообщение",
    edited: "изменено",
    empty: "пусто",
    failed: "Не получилось: {reason}",
    general: "Общее",
    in_reply: "В ответ на сообщение: {name}",
    join_group: "Вступить в группу «{group}»",
    keyboard: "Кнопки под сообщением",
    language: "Язык",
    language_auto: "Авто",
    leave_app: "Закрыть «{name}»? Изменения могут не сохраниться.",
    leave_group: "Покинуть группу",
    make_administrator: "Назначить бота администратором",
    messages: "Сообщения",
    more: "Ещё",
    new_topic: "Новая тема",
    newest: {
      one: "{count} новое сообщение", few: "{count} новых сообщения",
      many: "{count} новых сообщений", other: "{count} нового сообщения",
    },
    newest_none: "К последнему сообщению",
    no_chat: "Такого чата нет.",
    no_people: "Здесь пока никого нет.",
    offline: "Нет связи, пробуем снова…",
    ok: "ОК",
    people: { one: "{count} человек", few: "{count} человека", many: "{count} человек", other: "{count} человека" },
    photo: "Фото",
    places: "Люди и чаты",
    playground: "Площадка",
    quiet: "Сообщений пока нет",
    remove_bot: "Удалить бота из группы",
    reply: "Ответить",
    reply_to: "Ответ на сообщение: {name}",
    send: "Отправить",
    service_bot_added: "Бот добавлен в группу",
    service_bot_removed: "Бот удалён из группы",
    service_joined: "В группе новый участник: {name}",
    service_left: "Группу покинул участник: {name}",
    service_topic: "Создана тема: {name}",
    service_topic_closed: "Тема закрыта",
    service_topic_opened: "Тема снова открыта",
    service_upgraded: "Группа стала супергруппой",
    skip: "К полю сообщения",
    someone: "Кто-то",
    spoiler: "Скрытый текст, нажмите, чтобы показать",
    start: "Начать",
    today: "Сегодня",
    topic_name: "Название темы",
    topics: "Темы",
    typing: "{name} печатает…",
    typing_photo: "{name} отправляет фото…",
    unblock: "Разблокировать бота",
    unmake_administrator: "Снять бота с администраторов",
    via: "{name} через @{bot}",
    yesterday: "Вчера",
    you: "Вы",
    you_are: "Вы – {name}",
  },
  uk: {
    add_bot: "Додати бота до групи",
    api_calls: "Виклики Bot API, спочатку нові",
    api_hint: "Виклики бота, спочатку нові",
    back: "Назад",
    beside: "Відкрити поруч іншу людину",
    block: "Заблокувати бота",
    blocked: "Ви заблокували бота.",
    bot: "бот",
    bot_absent: "Бота немає в цій групі.",
    calls: { one: "{count} виклик", few: "{count} виклики", many: "{count} викликів", other: "{count} виклику" },
    cancel: "Скасувати",
    cancel_reply: "Скасувати відповідь",
    cell: "рядок {row}, стовпець {column}: {text}",
    chats: "Чати: {name}",
    choose_chat: "Виберіть чат",
    choose_group: "Виберіть групу",
    close: "Закрити",
    close_app: "Закрити мінізастосунок",
    close_pane: "Закрити цю панель",
    commands: "Команди бота",
    composer: "Повідомлення",
    composer_hint: "Стрілка вгору в порожньому полі веде до кнопок останнього повідомлення.",
    deleted: "Видалене повідомлення",
    edited: "змінено",
    empty: "порожньо",
    failed: "Не вийшло: {reason}",
    general: "Загальне",
    in_reply: "У відповідь на повідомлення: {name}",
    join_group: "Приєднатися до групи «{group}»",
    keyboard: "Кнопки під повідомленням",
    language: "Мова",
    language_auto: "Авто",
    leave_app: "Закрити «{name}»? Зміни можуть не зберегтися.",
    leave_group: "Покинути групу",
    make_administrator: "Призначити бота адміністратором",
    messages: "Повідомлення",
    more: "Ще",
    new_topic: "Нова тема",
    newest: {
      one: "{count} нове повідомлення", few: "{count} нові повідомлення",
      many: "{count} нових повідомлень", other: "{count} нового повідомлення",
    },
    newest_none: "До останнього повідомлення",
    no_chat: "Такого чату немає.",
    no_people: "Тут поки нікого немає.",
    offline: "Немає зв’язку, пробуємо знову…",
    ok: "ОК",
    people: { one: "{count} людина", few: "{count} людини", many: "{count} людей", other: "{count} людини" },
    photo: "Фото",
    places: "Люди й чати",
    playground: "Майданчик",
    quiet: "Повідомлень ще немає",
    remove_bot: "Вилучити бота з групи",
    reply: "Відповісти",
    reply_to: "Відповідь на повідомлення: {name}",
    send: "Надіслати",
    service_bot_added: "Бота додано до групи",
    service_bot_removed: "Бота вилучено з групи",
    service_joined: "У групі новий учасник: {name}",
    service_left: "Групу залишає учасник: {name}",
    service_topic: "Створено тему: {name}",
    service_topic_closed: "Тему закрито",
    service_topic_opened: "Тему знову відкрито",
    service_upgraded: "Група стала супергрупою",
    skip: "До поля повідомлення",
    someone: "Хтось",
    spoiler: "Прихований текст, натисніть, щоб показати",
    start: "Почати",
    today: "Сьогодні",
    topic_name: "Назва теми",
    topics: "Теми",
    typing: "{name} друкує…",
    typing_photo: "{name} надсилає фото…",
    unblock: "Розблокувати бота",
    unmake_administrator: "Зняти бота з адміністраторів",
    via: "{name} через @{bot}",
    yesterday: "Учора",
    you: "Ви",
    you_are: "Ви – {name}",
  },
};

// One for all languages: they agree on it, and making a format is slow.
const CLOCK = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

const LANGUAGE_KEY = "playground.language";

let language = "en";

/** The language that was chosen for the page, "" if none was. */
export function keptLanguage() {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the choice of a language for the next time. */
export function keepLanguage(code) {
  try {
    localStorage.setItem(LANGUAGE_KEY, code);
  } catch {
    // Without storage the choice does not outlive the page, which is no harm.
  }
}

/** Makes `code` the language of the page, English if there are no words in it.
 *  Returns whether this changed anything. */
export function speak(code) {
  const base = (code ?? "").toLowerCase().split("-")[0];
  const chosen = base in WORDS ? base : "en";
  const changed = chosen !== language || document.documentElement.dataset.spoken !== chosen;
  language = chosen;
  document.documentElement.lang = chosen;
  document.documentElement.dataset.spoken = chosen;
  if (changed) labelElements();
  return changed;
}

/** The words for `key`. A `count` among the values picks the plural form. */
export function say(key, values = {}) {
  const entry = WORDS[language][key];
  const words = typeof entry === "string"
    ? entry
    : entry[new Intl.PluralRules(language).select(values.count)] ?? entry.other;
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The entry for the language of a person in a map from language codes, as the
 *  Bot API keeps commands and descriptions: the exact code, its base, the default. */
export function forPerson(map, user) {
  const code = user?.language_code ?? "";
  const candidates = [code, code.split("-")[0], ""];
  return candidates.map((candidate) => map?.[candidate]).find((entry) => entry?.length) ?? null;
}

/** The time of day of a Unix time, as "14:05". */
export function timeOfDay(seconds) {
  return CLOCK.format(seconds * 1000);
}

/** The day of a Unix time: today, yesterday or a date. */
export function dayOf(seconds) {
  const day = new Date(seconds * 1000);
  const today = new Date();
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1);
  if (day.toDateString() === today.toDateString()) return say("today");
  if (day.toDateString() === yesterday.toDateString()) return say("yesterday");
  const year = day.getFullYear() === today.getFullYear() ? undefined : "numeric";
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year }).format(day);
}

function labelElements() {
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = say(element.dataset.word);
  }
  for (const element of document.querySelectorAll("[data-word-label]")) {
    element.setAttribute("aria-label", say(element.dataset.wordLabel));
  }
  for (const element of document.querySelectorAll("[data-word-title]")) {
    element.title = say(element.dataset.wordTitle);
  }
  for (const element of document.querySelectorAll("[data-word-placeholder]")) {
    element.setAttribute("placeholder", say(element.dataset.wordPlaceholder));
  }
}

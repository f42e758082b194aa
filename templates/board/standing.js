// Standing lines: a form for each, put together word by word; hexes are typed or clicked on the map.
const forms = data.offers.flatMap((question) => question.standing || []);
const form = byId("form"), who = byId("who"), places = byId("places");
const formNow = () => forms[form.selectedIndex - 1];

// The line as far as it is chosen, its hexes left open.
function openLine() {
  const words = {who: who.value, hexes: "{hexes}"};
  for (const select of byId("words").querySelectorAll("select")) words[select.name] = select.value;
  return fill(formNow().line, words);
}
const takesHexes = () => Boolean(formNow()) && openLine().includes("{hexes}");

function showPlaces() {
  byId("placing").hidden = !takesHexes();
}

function showForm() {
  const now = formNow();
  options(who, (now ? now.whom : []).map((name) => [name, name]), "choose for whom");
  byId("whom").hidden = !(now && now.whom.length);
  byId("words").replaceChildren(...(now ? now.choices : []).map((choice) => {
    const row = document.createElement("div"), label = document.createElement("label"), select = document.createElement("select");
    row.className = "row";
    select.name = choice.name;
    select.id = `word-${choice.name}`;
    label.htmlFor = select.id;
    label.textContent = choice.label;
    select.replaceChildren(...choice.words.map((word) => new Option(word.trim() || "not said", word)));
    row.append(label, " ", select);
    return row;
  }));
  places.value = "";
  showPlaces();
}

function addStanding() {
  const now = formNow();
  if (!now) return say("Choose a line first.");
  if (now.whom.length && !who.value) return say("Choose for whom the line speaks.");
  const hexes = places.value.trim().replace(/[\s,]+/g, ",");
  if (takesHexes() && !hexes) return say("Type the hexes, or click them on the map.");
  // Whether the hexes will be open when the moment comes is not known here.
  add(fill(openLine(), {hexes}), {}, !takesHexes());
  form.value = "";
  showForm();
  check();
}

const orderHex = onHex;
onHex = (at) => {
  if (!at || !takesHexes()) return orderHex(at);
  places.value = [places.value.trim(), at].filter(Boolean).join(",");
  say(`${places.value} for the standing line.`);
};

options(form, forms.map((one) => [one.title, one.title]), "choose a line");
byId("standing").hidden = !forms.length;
form.addEventListener("change", showForm);
byId("words").addEventListener("change", showPlaces);
byId("stand").addEventListener("click", addStanding);
showForm();

// Shows /api/openapi.json as a page.
const element = (name, text, kind) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
};

const block = (title, value) => {
  const details = element("details");
  const shown = element("pre");
  shown.append(element("code", JSON.stringify(value, null, 2)));
  details.append(element("summary", title), shown);
  return details;
};

const operation = (path, method, what) => {
  const section = element("section");
  const heading = element("h3");
  heading.append(element("span", method, "method"), element("code", path));
  section.append(heading, element("p", what.summary + (what.description ? " " + what.description : "")));
  for (const given of what.parameters ?? []) {
    if (given.name) section.append(element("p", `${given.name} (${given.in}): ${given.description ?? ""}`));
  }
  const body = what.requestBody?.content?.["application/json"]?.schema;
  if (body) section.append(block("Body", body));
  for (const [status, answer] of Object.entries(what.responses)) {
    section.append(block(`${status}: ${answer.description ?? "see the document"}`, answer));
  }
  return section;
};

fetch("/api/openapi.json")
  .then((answer) => answer.json())
  .then((document_) => {
    const main = document.getElementById("docs");
    main.replaceChildren(element("h1", document_.info.title), element("p", document_.info.description));
    const byTag = new Map();
    for (const [path, methods] of Object.entries(document_.paths)) {
      for (const [method, what] of Object.entries(methods)) {
        const tag = what.tags[0];
        if (!byTag.has(tag)) byTag.set(tag, []);
        byTag.get(tag).push(operation(path, method, what));
      }
    }
    for (const [tag, sections] of byTag) main.append(element("h2", tag), ...sections);
    main.append(element("h2", "Schemas"));
    for (const [name, schema] of Object.entries(document_.components.schemas)) main.append(block(name, schema));
  });

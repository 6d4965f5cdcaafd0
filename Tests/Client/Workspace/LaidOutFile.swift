import Testing

/// A file of a workspace that a person laid out in an own way, and what the edit of one value makes of it.
struct LaidOutFile: CustomTestStringConvertible, Sendable {
  /// The file, and the value that the edit changes in it.
  enum Kind: String, Sendable {
    /// The URL of `requests/r.yaml`, from `http://a.example/one` to `http://a.example/two`.
    case request
    /// The value of `book` in the environment `dev`, from 7 to 8.
    case environments
    /// The default gateway, from `api` to `old`.
    case gateways
    /// The request of the step `user` in `graphs/g.yaml`, from `users/get` to `users/one`.
    case graph

    var path: String {
      switch self {
      case .request: "requests/r.yaml"
      case .environments: "environments.yaml"
      case .gateways: "weir.yaml"
      case .graph: "graphs/g.yaml"
      }
    }
  }

  let kind: Kind
  let layout: String
  /// The text, in which `«old|new»` marks each change.
  let text: String

  init(_ kind: Kind, _ layout: String, _ text: String) {
    (self.kind, self.layout, self.text) = (kind, layout, text)
  }

  var testDescription: String { "\(kind.rawValue): \(layout)" }
  var before: String { text.replacing(/«([^|»]*)\|([^»]*)»/) { String($0.output.1) } }
  var after: String { text.replacing(/«([^|»]*)\|([^»]*)»/) { String($0.output.2) } }

  static let all = requests + environments + gateways + graphs

  private static let requests: [LaidOutFile] = [
    LaidOutFile(
      .request, "tabs before comments",
      "method: GET\t# tab\nurl: http://a.example/«one|two»\t# here\n"),
    LaidOutFile(
      .request, "quoted keys, and blanks around colons",
      "\"url\" :   'http://a.example/«one|two»'\n'method' : GET\n"),
    LaidOutFile(
      .request, "braces over lines, with a last comma",
      "{\n  # all of it\n  url: http://a.example/«one|two», # here\n\n  method: GET,\n}\n"),
    LaidOutFile(
      .request, "no last line end", "method: GET\nurl: http://a.example/«one|two»"),
    LaidOutFile(
      .request, "carriage returns alone",
      "# one\rurl: http://a.example/«one|two»\rmethod: GET\r"),
    LaidOutFile(
      .request, "a directive and marks of the document",
      "%YAML 1.2\n--- # the request\nurl: http://a.example/«one|two»\n...\n# after the end\n"),
    LaidOutFile(
      .request, "a block that says how far it is indented, and retains its last lines",
      "body:\n  text: |2+\n     indented\n\n  type: text/plain\n"
        + "url: http://a.example/«one|two»  # here\n"),
    LaidOutFile(
      .request, "comments between items and behind a dash",
      "assert:\n  # first\n  - status 200   # why\n\n  -   # below\n    .a == 1\n"
        + "url: http://a.example/«one|two»\n"),
    LaidOutFile(
      .request, "names that differ in their case only",
      "headers:\n- {name: A, value: '1'}\n- {name: a, value: '1'}\n"
        + "url: http://a.example/«one|two»\nquery: {a: '1', A: '1'}\n"),
    LaidOutFile(
      .request, "an anchor on the changed value",
      "url: «&u |»http://a.example/«one|two»\nquery: {next: «*u|&u http://a.example/one»}\n"),
    LaidOutFile(
      .request, "comments in other scripts", "# 注釈 😀\nurl: http://a.example/«one|two» # où\n"),
    LaidOutFile(
      .request, "a tag on another value",
      "url: http://a.example/«one|two»\nbody: {json: !!str 12}\n"),
    LaidOutFile(
      .request, "values on several lines",
      "filter: >-\n  .a\n  | .b\nassert: [\"status\n  200\"]\nurl:\n  http://a.example/«one|two»\n"),
  ]

  private static let environments: [LaidOutFile] = [
    LaidOutFile(
      .environments, "line ends of another system",
      "environments:\r\n    dev:\r\n        book: «7|8»  # first\r\n        token: env:T\r\n"),
    LaidOutFile(
      .environments, "quotes", "\"environments\":\n  'dev':\n    \"book\": '«7|8»'\n"),
    LaidOutFile(
      .environments, "braces",
      "environments: {dev: {book: «7|8», a: \"x, y\"}, live: {book: 9}}  # all\n"),
    LaidOutFile(
      .environments, "an alias as another environment",
      "shared: &s {book: '1'}\nenvironments:\n  dev: {book: «7|8»}\n  live: *s\n"),
    LaidOutFile(
      .environments, "comments in other columns, and a line of blanks",
      "environments:\n  dev:\n# at the margin\n    book: «7|8»\n      # deep\n   \n    z: 1\n"),
    LaidOutFile(
      .environments, "a tab before a comment that ends the file",
      "environments:\n  dev:\n    z: 1\n    book: «7|8»\t# last"),
    LaidOutFile(
      .environments, "the same keys in other environments",
      "environments:\n  live:\n    book: 7\n  dev:\n    book: «7|8»\n  test:\n    book: 7\n"),
    LaidOutFile(
      .environments, "a byte order mark before the mark of the document",
      "\u{FEFF}--- # mine\nenvironments:\n  dev:\n    book: «7|8»\n"),
    LaidOutFile(
      .environments, "a block above that says how far it is indented",
      "environments:\n  dev:\n    note: |4\n          deep\n    book: «7|8»   # seven\n"),
  ]

  private static let gateways: [LaidOutFile] = [
    LaidOutFile(
      .gateways, "blanks and a comment",
      "name: Shop\ngateway:   «api|old»   # the default\ngateways:\n  api: {url: https://a}\n"
        + "  old: {url: https://b}\n"),
    LaidOutFile(
      .gateways, "braces",
      "{name: Shop, gateway: «api|old», gateways: {api: {url: 'https://a'}, "
        + "old: {url: 'https://b'}}}\n"),
    LaidOutFile(
      .gateways, "line ends of another system, and quotes",
      "gateways:\r\n  api: {url: https://a}\r\n  old: {url: https://b}\r\n# the default\r\n"
        + "gateway: \"«api|old»\"\r\n"),
    LaidOutFile(
      .gateways, "wide indentation and no last line end",
      "gateways:\n    api:\n        url: https://a   # here\n    old: {url: https://b}\n"
        + "gateway: «api|old»"),
    LaidOutFile(
      .gateways, "a gateway that is the alias of another",
      "gateways:\n  api: &base {url: https://a}\n  old: *base\ngateway: «api|old»\n"),
    LaidOutFile(
      .gateways, "marks of the document and empty lines",
      "# Mine.\n\n---\ngateway: «api|old»\n\n\ngateways:\n  api: {url: https://a}\n"
        + "  old: {url: https://b}\n...\n"),
  ]

  private static let graphs: [LaidOutFile] = [
    LaidOutFile(
      .graph, "steps in both styles",
      "steps:\n  login: {request: auth/login}   # the token\n\n  user:\n"
        + "    request: users/«get|one»   # now\n    after: [login]\n"),
    LaidOutFile(
      .graph, "braces over lines",
      "steps: {\n  login: {request: auth/login}, # first\n"
        + "  user: {request: users/«get|one», after: [login]}  # then\n}\n"),
    LaidOutFile(
      .graph, "a byte order mark, line ends of another system, and an own order",
      "\u{FEFF}# flow\r\non-failure: continue\r\nsteps:\r\n    user:\r\n        after:\r\n"
        + "        - login\r\n        request: 'users/«get|one»'\r\n    login:\r\n"
        + "        request: auth/login\r\n"),
    LaidOutFile(
      .graph, "an alias in the place of the changed value",
      "steps:\n  login: {request: &r users/get}\n  user: {request: «*r|users/one»}\n"),
    LaidOutFile(
      .graph, "a program over lines",
      "steps:\n  all:\n    jq: |\n      .a\n      | .b\n    inputs: {a: user}\n"
        + "  user: {request: users/«get|one»}  # last"),
  ]
}

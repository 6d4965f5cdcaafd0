import ClientModel

/// What the lists over the panels show, and what choosing does.
extension AppModel {
  /// The rows of a list, filtered: best match first where something was typed.
  package func rows(of list: ListModel) -> [ListRow] {
    if list.kind == .log { return logRows(list.filter.text) }
    if list.kind == .catalogs { return catalogs.rows(list.filter.text) }
    if list.kind == .history { return historyRows }
    let all = allRows(of: list)
    guard !list.filter.isEmpty else { return all }
    let found = found(list.filter.text, in: all)
    switch list.kind {
    case .methods: return found + typed(list.filter.text)
    case .formOptions(let id, _): return found + typedOption(id, list.filter.text)
    default: return found
    }
  }

  /// A method that stands in no list, as it was typed.
  private func typed(_ text: String) -> [ListRow] {
    let method = text.contains(where: \.isUppercase) ? text : text.uppercased()
    guard HTTPToken.isToken(method), !HTTPMethod.common.contains(where: { $0.rawValue == method })
    else { return [] }
    return [ListRow(value: .method(method), title: method, detail: "as typed")]
  }

  private func found(_ text: String, in all: [ListRow]) -> [ListRow] {
    all.enumerated().compactMap { index, row -> (ListRow, Int, Int)? in
      guard row.value != .heading else { return nil }
      let scores = [
        FuzzyMatch.score(row.title, text),
        FuzzyMatch.score(row.detail, text).map { $0 - 20 },
      ]
      return scores.compactMap { $0 }.max().map { (row, $0, index) }
    }
    .sorted { ($0.1, -$0.2) > ($1.1, -$1.2) }.map(\.0)
  }

  /// What an empty list says.
  package func emptyText(of list: ListModel) -> String {
    if list.kind == .history, history.isSearching { return "Looking…" }
    guard list.filter.isEmpty else {
      return switch list.kind {
      case .log: "Nothing matches. Filter by kind:finished job:17 gateway:api or any text."
      case .history:
        "Nothing matches. Filter by status:4xx end:failed method:post gateway:api since:2h or any text."
      default: "Nothing matches. Delete some of the filter."
      }
    }
    switch list.kind {
    case .requests: return "No request is saved yet. Compose one and save it."
    case .catalogs: return "No catalog yet. Put an OpenAPI document into the folder catalogs."
    case .history: return "Nothing was exchanged yet. Send a request."
    case .environments: return "No environment yet. Add one to environments.yaml."
    case .cookies: return "The jar is empty. Servers fill it."
    case .cache: return "Nothing is cached. Set Cache on the options tab to fresh."
    case .gateways: return "No gateway yet. A new one goes into weir.yaml."
    case .shared: return "No shared value yet. Add one, or use `weir value set`."
    case .log: return "Nothing has happened yet."
    default: return "Nothing here."
    }
  }

  /// Whether it is the way in which the body is shown now.
  private func isOnShow(_ command: Command) -> Bool {
    guard case .response(let command) = command, let kind = response.facts?.kind else {
      return false
    }
    return command.kind == kind
  }

  private func allRows(of list: ListModel) -> [ListRow] {
    switch list.kind {
    case .palette:
      return CommandTable.all.filter { isInPalette($0) }.map {
        ListRow(
          value: .command($0), title: $0.facts?.title ?? "", detail: $0.name ?? "",
          isCurrent: isOnShow($0))
      }
    case .help(let contexts): return helpRows(contexts)
    case .requests: return (list.filter.isEmpty ? folderRows : nameRows) + graphRows
    case .history: return historyRows
    case .environments:
      return [
        ListRow(
          value: .environment(nil), title: "(none)", detail: "shared values alone",
          isCurrent: composer.environment.name.isEmpty)
      ]
        + environmentNames.map {
          ListRow(
            value: .environment($0), title: $0, isCurrent: $0 == composer.environment.name)
        }
    case .cookies:
      return cookies.map {
        ListRow(
          value: .cookie($0), title: "\($0.name) = \(Secret.mask)",
          detail: "\($0.domain)\($0.path) \($0.expires)")
      }
    case .cache: return cacheRows
    case .gateways: return gatewayRows
    case .shared: return sharedRows
    case .sharedValue: return sharedLines
    case .gatewayForm(let name): return gatewayFieldRows(name)
    case .themes:
      return themeNames.map { ListRow(value: .theme($0), title: $0, isCurrent: $0 == theme) }
    case .methods:
      return HTTPMethod.common.map {
        ListRow(
          value: .method($0.rawValue), title: $0.rawValue,
          isCurrent: $0.rawValue == composer.draft.method)
      }
    case .choices(let field):
      return composer.choices(of: field).map {
        ListRow(
          value: .choice(field, $0), title: $0, isCurrent: $0 == composer.choice(of: field))
      }
    case .formOptions(let id, _): return formOptionRows(id)
    case .log: return logRows("")
    case .catalogs: return catalogs.rows("")
    }
  }

  private func isInPalette(_ command: Command) -> Bool {
    switch command {
    case .move, .typing, .search, .list, .dialog, .insert, .point: false
    case .app(.palette), .app(.back), .app(.leave): false
    case .app, .composer, .queue, .response: true
    }
  }

  private func helpRows(_ contexts: [Context]) -> [ListRow] {
    contexts.flatMap { context -> [ListRow] in
      let commands = CommandTable.all.filter { $0.facts?.context == context }
      guard !commands.isEmpty else { return [] }
      let heading = context.title.prefix(1).uppercased() + context.title.dropFirst()
      return [ListRow(value: .heading, title: heading)]
        + commands.compactMap { command in
          guard ResponseCommand.depths.contains(command) else {
            return ListRow(
              value: .command(command), title: command.facts?.title ?? "",
              detail: command.facts?.help ?? "")
          }
          // Nine rows that differ by a digit hide the others.
          guard command == ResponseCommand.depths.first else { return nil }
          return ListRow(value: .series(ResponseCommand.depths), title: "Unfold to this depth")
        }
    }
  }

  /// Does what a row stands for.
  mutating func choose(_ row: ListRow) -> [Effect] {
    switch row.value {
    case .heading, .series: return []
    case .notice(let notice):
      // In its row a long one is cut; at the foot of the screen it is not.
      closeOverlays()
      self.notice = notice
      return []
    case .folder(let folder, _):
      foldedFolders.formSymmetricDifference([folder])
      return []
    case .command(let command):
      // Help may lie over what its keys are heard by.
      if case .list(let list) = overlays.last, list.isHelp {
        overlays.removeLast()
      } else {
        closeOverlays()
      }
      return perform(command)
    case .request(let name):
      closeOverlays()
      return [.requests(.load(name))]
    case .graph(let name):
      closeOverlays()
      return [.queue(.runGraph(name))]
    case .catalog(let node, let fold): return choose(catalog: node, fold)
    case .endpoint(let name): return choose(endpoint: name)
    case .catalogProblem(let problem): return tellOf(problem)
    case .exchange(let exchange): return open(exchange)
    case .environment(let name):
      closeOverlays()
      return [.chooseEnvironment(name)]
    case .cookie(let cookie): return [.cookies(.reveal(cookie))]
    case .cached(let answer): return view(answer)
    case .shared(let key): return view(shared: key)
    case .line:
      guard let shown = shared.shown else { return [] }
      return [.copy(shown.text, what: "the value of \(shown.key)")]
    case .gateway(let name): return [.gateways(.makeDefault(name))]
    case .logged(let event): return open(event)
    case .gatewayField(let name, let field): return ask(field, of: name)
    case .gatewayFile(let name): return [.gateways(.edit(name))]
    case .theme(let name):
      closeOverlays()
      theme = name
      return [.keep(.theme(name))]
    case .method(let method):
      closeOverlays()
      composer.setMethod(method)
      return []
    case .formOption(let id, let index): return choose(option: index, for: id)
    case .formText(let id, let text): return choose(text: text, for: id)
    case .choice(let field, let word):
      closeOverlays()
      composer.choose(word, for: field)
      return []
    }
  }
}

import ClientCatalogs
import ClientDocuments
import ClientModel
import ClientPipeline

/// The commands of the composer.
extension ComposerModel {
  /// Performs a command, except saving. `RequestSaving` saves requests.
  mutating func perform(_ command: ComposerCommand) -> [Effect] {
    switch command {
    case .send, .save, .editor, .explain: break
    default: stopTyping()
    }
    checkNow()
    switch command {
    case .edit: return editField()
    case .method: return [.list(.chooseFor(.method))]
    case .nextTab: show(commands.tab(1))
    case .previousTab: show(commands.tab(-1))
    case .send: return submit(.immediate)
    case .queue: return submit(.queued)
    case .queueEach:
      // The folder is listed first, because the user may complete a path immediately.
      return [.listFolder(""), .ask(Prompt(EachFilePrompt()))]
    case .save, .saveAs: break
    case .explain: return explanation.map { [.notify($0)] } ?? []
    case .duplicate:
      request.reconnect { $0.detach() }
      return [
        .notify(
          Notice(.info, "The request was duplicated.", whatToDo: "Save the copy under a new name."))
      ]
    case .copyCurl:
      guard let request = examination.request else { return refuse() }
      return [.copyCurl(request)]
    case .editor: return commands.openEditor
    case .addRow:
      if case .form(let id) = cursor { return change { $0.add(to: id) } }
      addRow()
    case .deleteRow:
      if case .form(let id) = cursor { return clearForm(id) }
      deleteRow()
    case .markRow where cursor == .method || cursor == .bodyKind || cursor == .operation:
      return editField()
    case .markRow: cycle()
    case .bodyRows: switchBodyForm()
    case .indent:
      let field = draft.graphQL == nil ? ComposerField.body : .variables
      guard let indented = draft.indented(field) else {
        let why = fault(in: field)?.sentence ?? "It is not JSON."
        return [.notify(Notice(.warning, "The body was not indented.", why: why))]
      }
      replace(indented, in: field)
    case .reveal: show(.preview)
    case .plain:
      request.detach(in: context)
      leaveFormTab()
      return [.notify(Notice(.info, "The request no longer has a form."))]
    case .example: fill { $0.fillExample() }
    case .useServer: return form?.useServer ?? []
    }
    return []
  }

  /// Performs a command in the edited field. In the URL field, enter and leave also convert a curl
  /// line or a request line.
  mutating func perform(_ command: TypingCommand) -> [Effect] {
    switch command {
    case .up where typing.chooseCandidate(-1, of: candidates.count): break
    case .down where typing.chooseCandidate(1, of: candidates.count): break
    case .enter where typing.candidate != nil && complete(): break
    case .enter:
      switch cursor {
      case .url:
        if let effects = importCurl() { return effects }
        let questions = takeMethod()
        return questions.isEmpty ? submit(.immediate) : questions
      case .body, .variables: insert("\n")
      default: typeOn(by: 1)
      }
    case .leave:
      var effects = importCurl() ?? []
      effects += takeMethod()
      effects += optionProblem.map { [.notify(Notice($0))] } ?? []
      stopTyping()
      // The user saw the problem of the body while typing. A row of the tab still shows the
      // problem.
      if cursor.hasLines { hide() }
      return effects
    case .nextField: if !complete() { typeOn(by: 1) }
    // The right and line-end keys accept the completion. The completion is shown after the cursor,
    // so that these keys seem to move over it. In a text of several lines, the line-end key only
    // moves.
    case .right where complete(), .lineEnd where !cursor.hasLines && complete(): break
    case .previousField: typeOn(by: -1)
    case .editor: return perform(ComposerCommand.editor)
    case .reveal: typing.revealed = cursor
    default: type(command)
    }
    return []
  }

  /// Begins to edit the selected field. Starts typing, or opens a list or a prompt.
  private mutating func editField() -> [Effect] {
    if case .form(let id) = cursor { return change { $0.edit(id) } }
    if cursor == .method { return [.list(.chooseFor(.method))] }
    if case .moreOptions = cursor {
      cycle()
      return []
    }
    if cursor.isChoice { return [.list(.chooseFor(.words(cursor)))] }
    if let obstacle = draft.jsonObstacle(to: cursor) { return [.notify(obstacle)] }
    edit()
    return []
  }

  // MARK: Sending

  mutating func submit(_ scheduling: Job.Scheduling) -> [Effect] {
    guard !draft.url.isEmpty else {
      select(.url)
      return [.notify(.cannot("Nothing was sent.", "The URL is empty.", "Type one first."))]
    }
    checkNow()
    switch request.submission(scheduling, in: context) {
    case .refused(let again): return refuse(again: again)
    case .asked(let question): return [.confirm(question)]
    case .ready: break
    }
    stopTyping()
    if scheduling == .immediate, let start = draft.job.start.word {
      return [.confirm(.sending(draft, before: start))]
    }
    return [.sending(.submit(draft, scheduling))]
  }

  /// Shows the first problem. If the URL is being typed and has the problem, typing continues.
  private mutating func refuse(again: ComposerCommand? = nil) -> [Effect] {
    let wasTypingURL = isTyping && cursor == .url
    goToProblem()
    if wasTypingURL, cursor == .url { edit() }
    return [.notify(request.refuse(again: again))]
  }

  // MARK: Typed and pasted text

  /// Inserts the completion. Returns false if there is no completion.
  private mutating func complete() -> Bool {
    guard let completion else { return false }
    insert(completion)
    return true
  }

  /// Handles typed or pasted text.
  mutating func take(_ text: String) -> [Effect] {
    guard isTyping else {
      if CurlCommand.isCurl(text) { return take(curl: text) }
      return RequestLine.composition(pasted: text).map { [.compose($0)] }
        ?? RequestLine.refuse(pasted: text)
    }
    // A complete curl line in a single event was pasted. A curl line typed by hand is converted
    // when the user leaves the field.
    if cursor == .url, text.count > 5, CurlCommand.isCurl(text) { return take(curl: text) }
    guard cursor == .url, text.count > 1 else {
      insert(text)
      return takeKnownMethod()
    }
    // Whitespace around a pasted URL, such as a line break, is removed.
    var url = text.trimmingPrefix(while: \.isWhitespace)
    while url.last?.isWhitespace == true { url.removeLast() }
    insert(String(url))
    return takeMethod()
  }

  /// Handles characters as if they were typed one at a time.
  mutating func take(typed text: String) -> [Effect] {
    guard isTyping else { return [] }
    let typed = cursor == .url ? editing : nil
    let methodEnd = typed.map { RequestLine.end(in: text, typedInto: $0) } ?? text.endIndex
    type(String(text[..<methodEnd]))
    let effects = takeKnownMethod()
    guard methodEnd < text.endIndex else { return effects }
    type(String(text[methodEnd...]))
    return effects + takeKnownMethod()
  }

  /// Moves a typed method out of the URL. Does nothing if the method needs a confirmation.
  private mutating func takeKnownMethod() -> [Effect] {
    guard cursor == .url, let line = RequestLine(draft.url),
      question(before: line.method) == nil
    else { return [] }
    return takeMethod()
  }

  /// Moves the method out of the URL if the URL is a request line such as `POST https://…`.
  private mutating func takeMethod() -> [Effect] {
    guard cursor == .url, let line = RequestLine(draft.url) else { return [] }
    replace(line.url, in: .url)
    return setMethod(line.method)
  }

  private mutating func importCurl() -> [Effect]? {
    guard cursor == .url, CurlCommand.isCurl(draft.url) else { return nil }
    return take(curl: draft.url)
  }

  private mutating func take(curl line: String) -> [Effect] {
    do {
      let opened = try CurlCommand.parse(line).opening
      if cursor == .url, CurlCommand.isCurl(draft.url) { replace("", in: .url) }
      return opened
    } catch {
      return [.notify(Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo))]
    }
  }

  // MARK: Choices of lists

  /// Applies the effect of a list to the request.
  mutating func carryOut(_ effect: ListEffect) -> [Effect] {
    switch effect {
    case .setMethod(let method): return setMethod(method)
    case .acceptMethod(let method): accept(method: method)
    case .setField(let field, let word):
      choose(word, for: field)
      return fitMethod()
    case .setOption(let index, let id): return choose(option: index, for: id)
    case .setText(let text, let id): fill { $0.set(text, for: id) }
    case .typeServer:
      fill { $0.set($0.address, for: .server) }
      select(.form(.server))
      edit()
    case .useEnvironment(let environment): use(environment)
    case .useGateways(let gateways): use(gateways)
    case .fetchSchema: return request.introspection
    case .useSchema(let schema, let address): share { $0.schemas.take(schema, of: address) }
    case .insert(let name): insert(name: name)
    default: break
    }
    return []
  }
}

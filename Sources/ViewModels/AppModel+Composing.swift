import ClientModel
import ClientPipeline

/// Commands of the composer, and typing in it.
extension AppModel {
  mutating func compose(_ command: ComposerCommand) -> [Effect] {
    switch command {
    case .send, .save, .editor, .explain: break
    default: composer.stopTyping()
    }
    composer.checkNow()
    switch command {
    case .edit:
      if case .form(let id) = composer.cursor { return editForm(id) }
      if composer.cursor == .method {
        return choose(from: .method)
      } else if composer.cursor.isChoice {
        return choose(from: .words(composer.cursor))
      } else {
        composer.edit()
      }
    case .method: return choose(from: .method)
    case .nextTab: showTab(1)
    case .previousTab: showTab(-1)
    case .send: return submit(.now)
    case .queue: return submit(.queued)
    case .queueEach:
      // The start of a path may complete at once.
      return [.listFolder(""), .ask(.eachFile, text: "")]
    case .save:
      saving.begin()
      return [saving.save(composer)]
    case .saveAs:
      saving.begin()
      return [.ask(.saveRequest, text: composer.name ?? "")]
    case .explain: return composer.explanation.map { [.notify($0)] } ?? []
    case .duplicate:
      composer.detach()
      return [
        .notify(Notice(.info, "This is a copy now.", whatToDo: "Save it under a name of its own."))
      ]
    case .copyCurl:
      guard let request = composer.examination.request else { return refuse() }
      return [.copy(CurlExport.line(request), what: "the request as curl")]
    case .editor:
      guard composer.isTypedField, !composer.hidesText(of: composer.cursor) else {
        return [
          .notify(
            Notice(
              .info, "This field is not for an editor.",
              why: "It is a choice or a secret, which must not reach a file."))
        ]
      }
      let isJSON = composer.cursor == .body && composer.draft.bodyKind == .json
      let suffix = isJSON || composer.isJSONField ? ".json" : ".txt"
      return [
        .openEditor(
          text: composer.text(of: composer.cursor), suffix: suffix,
          purpose: .field(composer.cursor))
      ]
    case .addRow:
      if case .form(let id) = composer.cursor { return addToForm(id) }
      composer.addRow()
    case .deleteRow: composer.deleteRow()
    case .markRow: composer.cycle()
    case .indent:
      if !composer.indentBody() {
        return [
          .notify(
            Notice(
              .warning, "The body was not indented.",
              why: composer.bodyFault?.sentence ?? "It is no JSON."))
        ]
      }
    case .reveal: composer.show(.preview)
    case .plain:
      composer.detachForm()
      return [.notify(Notice(.info, "The request is one of your own now, without a form."))]
    case .example: composer.fill { $0.fillExample() }
    }
    return []
  }

  mutating func type(_ command: TypingCommand) -> [Effect] {
    switch command {
    case .enter:
      switch composer.cursor {
      case .url:
        if let effects = importCurl() { return effects }
        takeMethod()
        return submit(.now)
      case .body: composer.insert("\n")
      default: composer.typeOn(by: 1)
      }
    case .leave:
      let effects = importCurl()
      takeMethod()
      composer.stopTyping()
      // It was in sight while it was typed, and its row still tells of it.
      if composer.cursor == .body { composer.hush() }
      return effects ?? []
    case .nextField: if !composer.complete() { composer.typeOn(by: 1) }
    case .previousField: composer.typeOn(by: -1)
    case .editor: return compose(.editor)
    default: composer.type(command)
    }
    return []
  }

  mutating func insert(_ text: String) -> [Effect] {
    guard focus == .composer, composer.isTyping else {
      if focus == .composer, CurlCommand.isCurl(text) { return take(curl: text) }
      return text.count > 1
        ? [
          .notify(
            Notice(
              .info, "The paste was not used.", why: "No text field is open.",
              whatToDo: "Edit a field, then paste."))
        ]
        : []
    }
    // A whole line came at once: a paste. Typed by hand it is read when the user leaves the field.
    if composer.cursor == .url, text.count > 5, CurlCommand.isCurl(text) {
      return take(curl: text)
    }
    guard composer.cursor == .url, text.count > 1 else {
      composer.insert(text)
      return []
    }
    // What is copied with a URL, such as the end of its line, does not belong to it.
    var url = text.trimmingPrefix(while: \.isWhitespace)
    while url.last?.isWhitespace == true { url.removeLast() }
    composer.insert(String(url))
    takeMethod()
    return []
  }

  /// `POST https://…` in the URL: the first word is the method.
  private mutating func takeMethod() {
    guard composer.cursor == .url, let line = RequestLine(composer.draft.url) else { return }
    composer.replace(line.url, in: .url)
    composer.setMethod(line.method)
  }

  private mutating func importCurl() -> [Effect]? {
    guard composer.cursor == .url, CurlCommand.isCurl(composer.draft.url) else { return nil }
    return take(curl: composer.draft.url)
  }

  private mutating func take(curl line: String) -> [Effect] {
    do {
      let command = try CurlCommand.parse(line)
      composer.take(command.draft)
      guard !command.dropped.isEmpty else {
        return [.notify(Notice(.info, "The curl line became the request."))]
      }
      let options = command.dropped.map { "\($0.option) (\($0.why))" }.joined(separator: ", ")
      return [
        .notify(Notice(.warning, "The curl line became the request.", why: "Left out: \(options)."))
      ]
    } catch {
      return [.notify(Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo))]
    }
  }

  private mutating func showTab(_ step: Int) {
    let tabs = composer.tabs
    let place = tabs.firstIndex(of: composer.tab) ?? 0
    composer.show(tabs[(place + step + tabs.count) % tabs.count])
  }

  private mutating func submit(_ urgency: Job.Urgency) -> [Effect] {
    guard !composer.draft.url.isEmpty else {
      composer.select(.url)
      return [
        .notify(
          Notice(.info, "Nothing was sent.", why: "The URL is empty.", whatToDo: "Type one first."))
      ]
    }
    composer.checkNow()
    // What was refused before may be allowed by now: files change, and so does trust.
    composer.refuse([])
    guard composer.formProblems.isEmpty, composer.problems.isEmpty else { return refuse() }
    composer.stopTyping()
    return [.submit(composer.draft, urgency)]
  }

  private mutating func refuse() -> [Effect] {
    composer.goToProblem()
    let notice =
      composer.formProblems.first.map(Notice.init) ?? composer.problems.first.map(Notice.init)
    return [
      .notify(
        notice ?? Notice(.warning, "The request is not complete.", whatToDo: "Type a URL first."))
    ]
  }
}

package import ClientDocuments

/// A line of text that the user types at the bottom of the screen.
package struct Prompt: Hashable, Sendable {
  /// The result of a command in a prompt: nothing, a change, or a step that `AppModel` must
  /// perform.
  enum Step: Equatable {
    case nothing, completes, accepts, leaves
    case changed(Change)
  }

  /// The kind of a change. `text` includes changes of search options. `cursor` is a change of the
  /// cursor position only.
  package enum Change: Hashable, Sendable { case text, cursor }

  package private(set) var purpose: any PromptPurpose
  package var buffer: TextBuffer
  /// A sentence about the required text. Shown in the empty field after the user accepted an empty
  /// text.
  package private(set) var problem: String?
  /// The reason why the current text cannot be accepted. Nil if no reason is known.
  package private(set) var fault: Notice?
  /// The reason why the prompt accepts no text. Nil if it accepts text. A prompt that accepts no
  /// text still takes the keys, so that they do not act on the panels.
  package private(set) var refusal: Notice?
  private var isRevealed = false

  package init(_ purpose: some PromptPurpose, text: String = "") {
    self.purpose = purpose
    buffer = TextBuffer(text)
  }

  /// Creates a prompt with a selected text. Typing replaces the selected text.
  init(_ purpose: some PromptPurpose, selecting text: String) {
    self.init(purpose, text: text)
    var killed = ""
    _ = buffer.perform(.lineStart, killed: &killed)
    _ = buffer.perform(.selectLineEnd, killed: &killed)
  }

  /// Creates a prompt that accepts no text and shows the reason.
  init(refusing purpose: some PromptPurpose, _ refusal: Notice) {
    self.init(purpose)
    self.refusal = refusal
  }

  /// Whether the Tab key completes the text.
  var isCompleting: Bool { purpose is any CompletingPromptPurpose }

  package var label: String { purpose.label }

  /// The options of a search. Nil if the prompt is not for a search. The text in the query is not
  /// used.
  package var query: SearchQuery? { (purpose as? FindPrompt)?.query }

  /// Whether the text is masked.
  package var isHidden: Bool { purpose.isSecret && !isRevealed }

  /// Whether the current text has no known problem.
  var isAcceptable: Bool { problem == nil && fault == nil }

  /// Performs a command in the text of the prompt.
  mutating func perform(_ command: Command, _ memory: inout PromptMemory) -> Step {
    let before = self
    switch command {
    case .typing(.leave), .app(.back): return .leaves
    case .typing(.enter): return .accepts
    case _ where refusal != nil: return .nothing
    case .typing(.nextField) where isCompleting: return .completes
    case .typing(.reveal) where purpose.isSecret:
      isRevealed.toggle()
      return .changed(.cursor)
    case .typing(.up) where history != nil: walk(-1, &memory)
    case .typing(.down) where history != nil: walk(1, &memory)
    case .insert(let text):
      memory.resetHistory()
      buffer.insert(text)
    case .typed(let text):
      memory.resetHistory()
      buffer.type(text)
    case .typing(let command):
      memory.resetHistory()
      memory.type(command, in: &buffer)
    case .search(let command): turn(command)
    default: return .nothing
    }
    return change(since: before).map(Step.changed) ?? .nothing
  }

  /// Completes the text. Returns the effects of the completion and the change of the text. The
  /// change is nil if nothing changed.
  mutating func complete(
    _ keys: inout KeyCycle, in app: inout AppModel
  ) -> (effects: [Effect], change: Change?) {
    let before = self
    let completing = purpose as? any CompletingPromptPurpose
    let effects = completing?.complete(&buffer, &keys, in: &app) ?? []
    return (effects, change(since: before))
  }

  /// Returns whether the text is complete. A blank text is complete only if no text is required.
  /// Otherwise, the prompt shows the sentence about the required text.
  mutating func isComplete() -> Bool {
    problem = nil
    guard let need = purpose.need, buffer.text.allSatisfy(\.isWhitespace) else { return true }
    buffer = TextBuffer()
    problem = need
    return false
  }

  /// Returns whether the purpose can accept the text. If not, the prompt shows the reason and keeps
  /// it while the text is unchanged.
  mutating func isReadable(_ app: AppModel) -> Bool {
    guard let found = purpose.fault(in: buffer.text, of: app) else { return true }
    fault = found
    return false
  }

  var history: WritableKeyPath<PromptMemory, PromptHistory>? {
    (purpose as? any LivePromptPurpose)?.history
  }

  private mutating func walk(_ step: Int, _ memory: inout PromptMemory) {
    memory.keys.stop()
    guard let history, let text = memory[keyPath: history].walk(step, from: buffer.text) else {
      return
    }
    buffer.replaceAll(with: text)
  }

  private mutating func turn(_ command: SearchCommand) {
    guard var find = purpose as? FindPrompt else { return }
    find.query.turn(command)
    purpose = find
  }

  private mutating func change(since before: Prompt) -> Change? {
    guard buffer != before.buffer || query != before.query else { return nil }
    fault = (purpose as? FindPrompt)?.fault(in: buffer.text)
    if buffer.text != before.buffer.text { problem = nil }
    return buffer.text == before.buffer.text && query == before.query ? .cursor : .text
  }
}

extension Prompt {
  package static func == (one: Prompt, other: Prompt) -> Bool {
    one.purpose.isEqual(to: other.purpose) && one.buffer == other.buffer
      && one.problem == other.problem && one.fault == other.fault && one.refusal == other.refusal
      && one.isRevealed == other.isRevealed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(purpose))
    hasher.combine(buffer)
  }
}

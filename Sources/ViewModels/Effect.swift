package import ClientModel

/// An effect that the session must carry out for the view models, as comparable data.
///
/// The first group never leaves `AppModel`: the panels use it for prompts, questions and notices.
package indirect enum Effect: Hashable, Sendable {
  case notify(Notice)
  case ask(Prompt)
  case confirm(Confirmation)
  /// Opens a job in the response panel and moves the focus there.
  case showJob(JobID)
  /// Asks which of these requests to begin in the composer.
  case begin([RequestChoice])
  /// Opens a request in the composer and moves the focus there.
  case compose(Composition)
  /// Saves the composed request in the scratch workspace.
  case saveInScratch
  /// Stores the step that undoes the effects returned together with this one.
  case remember(UndoStep)
  /// An effect of a list on the models around it.
  case list(ListEffect)

  case queue(QueueEffect)
  case response(ResponseEffect)
  case requests(RequestsEffect)
  case graphs(GraphsEffect)
  case catalogs(CatalogsEffect)
  case cookies(CookiesEffect)
  case cache(CacheEffect)
  case gateways(GatewaysEffect)
  case shared(SharedEffect)
  /// Prepares the request with real files and the chosen environment, and commits it. Results in a
  /// `ComposerEvent`.
  case submit(Draft, Job.Scheduling)
  /// Stores the open requests for the next session, or deletes the stored ones if nil. Results in
  /// `AppEvent.draftStored`.
  case storeRequests(StoredRequests?)
  /// Assigns the stored requests of ended sessions to this session, because they are open in it.
  case claimDraft
  case cancel([JobID])
  /// An effect that sends requests to this production environment. The user agreed to the effect.
  case confirmed(Effect, environment: String)
  /// Stores the jq programs of earlier filters, newest last, for the next session.
  case storeFilters([String])
  case history(HistoryEffect)
  /// Creates a workspace in the folder in which Weir was started. Results in
  /// `AppEvent.workspaceMade`.
  case makeWorkspace
  /// Compares the workspace's files with the accepted ones. Results in `AppEvent.trustAsked`, or in
  /// `place` if they are trusted.
  case askForTrust
  /// Accepts the workspace's files as they were when Weir asked about trust. Results in
  /// `AppEvent.place`.
  case trustWorkspace
  case environments(EnvironmentsEffect)
  case copy(String, what: String)
  /// Lists a folder for a path that is being typed. The path is relative to the folder in which
  /// Weir was started; `~/` is the user's home folder. Results in `AppEvent.folder`.
  case listFolder(String)
  /// Opens `$EDITOR` on this text. Results in `AppEvent.edited` with the same purpose.
  case openEditor(text: String, suffix: String, purpose: EditorPurpose)
  /// Stores a choice in the user's settings.
  case store(Preference)
  /// Shows the colours of a theme that is not chosen. Nothing is stored.
  case preview(theme: String)
  case keys(KeysEffect)
  /// Shows the page of the manual on this subject.
  case readManual(ManualSubject)
  case suspend
  case redraw
  case quit(QuitChoice)
}

/// The source of a text that is edited in `$EDITOR`.
package enum EditorPurpose: Hashable, Sendable {
  case field(ComposerField)
  /// A file of the workspace, opened at a line from 1.
  case file(WorkspaceFile, line: Int)
  case shared(SharedKey)
}

/// A choice that is stored for later sessions.
package enum Preference: Hashable, Sendable {
  case theme(String)
  case mouse(MousePreference)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
}

/// The owner of the mouse: Weir or the terminal.
package enum MousePreference: Hashable, Sendable { case used, leftToTerminal }

/// The treatment of running jobs when the program ends.
package enum QuitChoice: Hashable, Sendable {
  case atOnce
  /// Starts no new jobs and ends when the running ones have ended.
  case whenDone
  case stoppingJobs
}

/// An operation on saved requests; names are paths below `requests`, without `.yaml`.
package enum RequestsEffect: Hashable, Sendable {
  case list
  case load(String)
  /// Results in `ComposerEvent.saved` or a notice.
  case save(Draft, name: String, Replacing)
  /// Compares a draft with its file, which has changed on disk. Results in
  /// `ComposerEvent.conflict`.
  case compare(Draft, name: String)
  case rename(String, to: String)
  /// Adds an assertion to a saved request, or to the one in the composer if the name is nil.
  /// Results in a notice, in `ComposerEvent.asserted` or in `AppEvent.assertionRefused`.
  case addAssertion(String, to: String?)
  case duplicate(String)
  case delete(String)
  /// Imports the requests of a file. Results in notices.
  case importFile(String)
  /// Writes the file of a deleted request again.
  case restore(String, file: [UInt8])

  /// The treatment of an existing file with that name: whether it may be replaced.
  package enum Replacing: Hashable, Sendable { case allowed, refused }
}

/// An operation on the cookie jar of the workspace and environment.
package enum CookiesEffect: Hashable, Sendable {
  /// Results in `AppEvent.cookies`.
  case list
  /// Reads one value from the jar. Results in `AppEvent.cookieValue`.
  case reveal(Cookie)
  /// Sets the value of a cookie.
  case write(Cookie, value: String)
  case delete(Cookie)
  case clear
}

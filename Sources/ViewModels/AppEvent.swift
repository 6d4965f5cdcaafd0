package import ClientModel

/// Events that the session passes to the view models.
package enum AppEvent: Sendable {
  case queue(QueueEvent)
  case response(ResponseEvent)
  case composer(ComposerEvent)
  case notice(Notice)
  /// Something to read that was asked for.
  case confirm(Confirmation)
  /// What happened, for the event log; the oldest first.
  case happened([LoggedEvent])
  /// Saved requests by name, sorted.
  case requests([String])
  /// The methods of saved requests, by the name of the request.
  case requestMethods([String: String])
  /// The workspace's graphs by name, sorted.
  case graphNames([String])
  case graphs(GraphsEvent)
  case graphQueued(GraphID, name: String)
  /// A catalog's file, or one that it may refer to, was written, moved, made or removed. Its trust, if
  /// that ended with it, comes as `place`.
  case catalogsChanged
  /// The user imported a catalog.
  case catalogImported(String)
  case catalogs(CatalogsEvent)
  /// What a folder holds, sorted; empty when it cannot be read.
  case folder(String, [FolderEntry])
  /// The elements of an array, as JSON, each to fill the request of that name; what they are called.
  case elements([UInt8], of: String, source: String)
  /// The text of a value of the response, to be stored.
  case valueRead(String, for: ValueStorage)
  /// What was typed as an assertion can be checked by nothing; it stays to be corrected.
  case assertionRefused(String, why: String)
  /// A file of that name exists: the prompt asks again and proposes a free name.
  case nameTaken(String, Prompt)
  /// Programs that bodies were filtered with, the newest last.
  case filters([String])
  /// Finished jobs, newest first.
  case history(HistoryUpdate)
  /// The names in the file's order, the values now in force, and which are production environments.
  case environments([String], chosen: Environment, production: Set<String> = [])
  case cookies([Cookie])
  /// Cached responses, the newest first.
  case cached([CachedResponse])
  case gateways(Gateways)
  /// A text for a field of the gateway with this name was not written; the notice says why.
  case gatewayRefused(String, GatewayField, text: String, Notice)
  case shared(SharedEvent)
  /// What stub responses are given for now.
  case stubs(StubMode)
  /// The text of a file, to be edited from a line on.
  case fileText(WorkspaceFile, String, line: Int)
  /// The text as edited cannot be read; nothing was written.
  case fileRefused(WorkspaceFile, String, Notice, line: Int)
  /// An edited file was not written, because it has another version by now.
  case fileConflict(WorkspaceFile, String, FileChange)
  /// A cookie's value, which was asked for to be edited.
  case cookieValue(Cookie, String)
  case edited(EditorPurpose, String)
  /// The open requests were stored, or could not be.
  case draftStored
  case place(WorkplaceFacts)
  /// The workspace was made that the first saving offered; saving goes on in it.
  case workspaceMade(WorkplaceFacts)
  /// The files of the workspace are not, or no longer, those that were accepted.
  case trustAsked(FileDifference)
  /// Theme names to choose from, and the one in use.
  case themes([String], chosen: String)
  case mouse(MousePreference)
  /// The keys of a command, which was asked for to change them.
  case keys(String, of: Command)
  case sidebar(SidebarPreference)
  case splits(PanelSplits)
  /// How many rows each panel shows: from `Screen.viewport`, after a resize or zoom.
  case viewport(Viewport)
  /// A turn of the spinner; only while something runs or counts down.
  case turned(phase: Int, now: Timestamp)
}

/// Events for the composer.
package enum ComposerEvent: Sendable {
  /// A saved request was read.
  case loaded(Draft, name: String)
  /// The open requests of the last session, and the index of the composed one.
  case restored([RestoredRequest], current: Int)
  /// The request of a job, to be edited; the templates that replace its secrets.
  case editing(Draft, of: JobID, open: [String])
  /// A request was saved under a name; the request is as it was when that was asked for.
  case saved(Draft, name: String)
  /// Saving was refused; a notice says why.
  case unsaved
  /// The composed request shall be checked by this line, which can be read.
  case asserted(String)
  case renamed(String, to: String)
  /// The bytes of its file, if the user can have it back.
  case deleted(String, file: [UInt8]?)
  /// The file under the open name changed on disk.
  case changedOutside(Draft, name: String)
  /// A request was not saved, because its file has another version by now.
  case conflict(Draft, with: Draft, name: String, FileChange)
  /// Submitting found these; nothing was queued.
  case refused([DraftProblem])
  /// A job was added for a request, which is as it was when that was asked for; nil for a request of another job.
  case submitted(JobID, Job.Scheduling, of: Draft? = nil)
  /// The job is not in the store any more.
  case gone(JobID)
  /// The newest job of an open request.
  case found(JobID, of: ComposedRequest)
}

/// Where the program works and in which role: shown in the status line and as banners.
package struct WorkplaceFacts: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case runner
    /// Another process runs the queue.
    case viewer(of: String)
    case demo
  }

  package var workspace: String
  package var role: Role
  /// False for the scratch workspace, in which saving offers to make a real one.
  package var isScratch: Bool
  /// The folder Weir was started in: where a workspace is offered, or the workspace itself.
  package var folder: String
  package var trust: Trust

  /// Whether the user has accepted the workspace's files as they are.
  package enum Trust: Hashable, Sendable { case trusted, untrusted }

  package init(
    workspace: String = "", role: Role = .runner, isScratch: Bool = true, folder: String = "",
    trust: Trust = .trusted
  ) {
    self.workspace = workspace
    self.role = role
    self.isScratch = isScratch
    self.folder = folder
    self.trust = trust
  }
}

/// Rows that each panel and the list over them can show.
package struct Viewport: Hashable, Sendable {
  package var composer: Int
  package var queue: Int
  package var response: Int
  package var list: Int
  package var sidebar = Sidebar()
  /// Whether request, queue and response are shown together or one at a time while none is zoomed.
  package var panels = PanelPresence.beside
  package var size = ScreenSize(width: 0, height: 0)
  /// Where the lines between the panels are; empty for lines that are not on the screen.
  package var splits: PanelSplits.Places = [:]
  /// Columns that a text has in the response.
  package var columns: Int
  /// Columns that a row has in the composer.
  package var composerColumns = Int.max
  /// Columns that a row of a body has in the response, without line numbers.
  package var rowColumns = 80
  /// Where a picture would be drawn.
  package var picture = PictureRoom()

  package struct Sidebar: Hashable, Sendable {
    package var rows = 10
    package var presence = PanelPresence.inTurn

    package init() {}
  }

  package init(
    composer: Int = 20, queue: Int = 10, response: Int = 10, list: Int = 15, columns: Int = 80
  ) {
    self.columns = columns
    self.composer = composer
    self.queue = queue
    self.response = response
    self.list = list
  }
}

/// A cookie as a person may see it; its value stays in the jar.
package struct Cookie: Hashable, Sendable {
  package var name: String
  package var domain: String
  package var path: String
  package var expires: String

  package init(name: String, domain: String, path: String = "/", expires: String = "") {
    self.name = name
    self.domain = domain
    self.path = path
    self.expires = expires
  }
}

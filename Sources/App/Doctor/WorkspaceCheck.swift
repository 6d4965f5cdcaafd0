import ClientWorkspace

/// The check of a workspace's environments, requests and graphs. It reads each file in the same way
/// as the commands that use the file.
struct WorkspaceCheck {
  let workspace: Workspace

  func findings() -> [DoctorFinding] {
    var findings: [DoctorFinding] = []
    func note(_ look: () throws(WorkspaceProblem) -> Void) {
      do throws(WorkspaceProblem) { try look() } catch { findings.append(DoctorFinding(error)) }
    }
    note { () throws(WorkspaceProblem) in
      _ = try workspace.variables(of: workspace.settings.defaultEnvironment)
    }
    note { () throws(WorkspaceProblem) in
      for name in try workspace.requestNames() {
        note { () throws(WorkspaceProblem) in _ = try workspace.load(name) }
      }
    }
    for name in workspace.graphNames() {
      note { () throws(WorkspaceProblem) in
        _ = try workspace.graph(name)
        try workspace.checkRequests(ofGraph: name)
      }
    }
    return findings
  }
}

import ClientModel
import Glibc

/// Functions that find the programs that a workspace runs and the certificates that it trusts.
extension Workspace {
  /// The workspace files that are run, passed to programs or used as certificates and keys, as
  /// sorted paths relative to the workspace. They are named by gateways, saved requests, steps of
  /// graphs and `on_finish`.
  var programs: [String] {
    let commands = settings.gateways.all.flatMap { $0.middleware.commands + $0.stubCommands }
    let stages = commands.flatMap(\.arguments).compactMap(file(namedBy:))
    let notifiers = (settings.onFinish?.arguments ?? []).compactMap(ownFile)
    let certificates = settings.gateways.all.flatMap(\.certificateFiles).compactMap(file(namedBy:))
    let steps = graphNames().flatMap(programs(ofGraph:))
    return Set(stages + notifiers + certificates + keyFiles + steps).sorted()
  }

  /// Returns the workspace file that an argument of a command names, or nil if it does not name
  /// one. A file with an absolute path need not exist, because a file created there later would be
  /// run.
  func file(namedBy word: String) -> String? {
    let prefix = root + "/"
    return word.begins(with: prefix)
      ? String(word.dropping(bytes: prefix.utf8.count)) : ownFile(word)
  }

  private func programs(ofGraph name: String) -> [String] {
    do throws(WorkspaceProblem) {
      return try graph(name).steps.flatMap { step -> [String] in
        guard case .command(let words) = step.work else { return [] }
        return words.compactMap(ownFile)
      }
    } catch {
      // An unreadable graph runs no program. The error is reported when the user runs the graph.
      return []
    }
  }

  /// Returns the path of an existing file relative to the workspace, or nil for a file outside the
  /// workspace. Stages and steps run in the workspace's folder, so `./tool.sh` and `tool.sh` are
  /// the same file. A link to a file outside the workspace, such as Python in a virtual
  /// environment, is not a file of the workspace.
  private func ownFile(_ word: String) -> String? {
    guard !word.isEmpty, !word.contains(byte: "\0"), let home = Self.realPath(of: root),
      let full = Self.realPath(of: word.begins(with: "/") ? word : root + "/" + word)
    else { return nil }
    var facts = stat()
    guard stat(full, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let prefix = home + "/"
    return full.begins(with: prefix) ? String(full.dropping(bytes: prefix.utf8.count)) : nil
  }

  /// Returns the path without symbolic links, or nil if the file does not exist.
  private static func realPath(of path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

extension Gateway {
  fileprivate var certificateFiles: [String] {
    ([defaults] + methods.values).map(\.options.trust).flatMap {
      [$0.authorities, $0.clientCertificate, $0.clientKey].compactMap { $0 }
    }
  }

  /// The programs that create stub responses for the gateway.
  fileprivate var stubCommands: [CommandRule] {
    stubs.compactMap { route in
      if case .made(by: .program(let command)) = route.ending { command } else { nil }
    }
  }
}

import ClientModel
import ClientWorkspace
import ViewModels

/// The import of a file in the interface. The format is detected from the content.
struct FileImport {
  let session: ClientSession

  /// Reads a file and saves its requests and catalogs.
  func carryOut(_ name: String) throws -> [AppEvent] {
    let path = name == "-" ? "./-" : SavePath(name).path
    let imported = try Self.read(path)
    let saving = ImportSaving(context: session.context)
    var events: [AppEvent] = []
    var saved: [String] = []
    var remarks: [ImportRemark] = []
    var opened: [AppEvent] = []
    for item in imported.items {
      switch item {
      case .remark(let remark): remarks.append(remark)
      case .catalog(let catalog):
        _ = try saving.save(catalog)
        saved.append("\(catalog.catalog.name) (\(catalog.catalog.title))")
        events.append(.catalogs(.changed))
        opened = [.catalogs(.imported(catalog.catalog.name))]
      case .request(let request):
        let (name, secrets) = try saving.save(request)
        saved.append(name)
        remarks += secrets.map { ImportRemark($0.remark, at: request.place) }
      }
    }
    // The last notice stays on the screen. All others are in the log.
    for remark in remarks.reversed() { events.append(.notice(Notice(remark))) }
    return events + opened + [.notice(notice(saved, remarks.count))]
  }

  private static func read(_ path: String) throws -> Imported {
    let text: String
    do throws(FileAccessError) {
      text = String(decoding: try WholeFile.bytes(at: path), as: UTF8.self)
    } catch {
      throw UsageProblem(
        what: "\(Console.safe(path)) cannot be read.", why: error.why,
        whatToDo: "Check the path and the permissions.")
    }
    for format in Importers.all where format.recognises(text) {
      let input = ImportInput(path, text: { () throws(ImportProblem) -> String in text })
      return try read(format, input)
    }
    throw UsageProblem(
      what: "\(path) was not imported.",
      why:
        "It is not one of these: \(Importers.all.map({ $0.format.title }).joined(separator: ", ")).",
      whatToDo: "Run `weir import` with the name of a format to see the error.")
  }

  private static func read(
    _ format: any Importer.Type, _ input: ImportInput
  ) throws -> Imported {
    do {
      return try format.items(of: input)
    } catch {
      throw UsageProblem(what: error.what, why: error.why, whatToDo: error.whatToDo)
    }
  }

  private func notice(
    _ saved: [String], _ remarks: Int
  ) -> Notice {
    guard !saved.isEmpty else {
      return Notice(
        .warning, "Nothing was imported.", why: "The file contains no requests.",
        whatToDo: remarks == 0 ? "" : "The event log has the details.")
    }
    let names = saved.prefix(3).joined(separator: ", ") + (saved.count > 3 ? ", …" : "")
    return Notice(
      remarks == 0 ? .info : .warning, "Imported \(saved.count.grouped): \(names).",
      why: remarks == 0 ? "" : "Remarks in the event log: \(remarks.grouped).")
  }
}

extension Notice {
  fileprivate init(_ remark: ImportRemark) {
    let place = remark.place.isEmpty ? "" : "\(remark.place): "
    self.init(.warning, place + remark.text, whatToDo: remark.whatToDo)
  }
}

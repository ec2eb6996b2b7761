(* What files of OCaml define, by the compiler's own parser: file, line, kind and name.

   ocaml -I +compiler-libs ocamlcommon.cma ocaml.ml FOLDER

   Reads files that end with what ENDING says, "ml" or "mli". Files that this version of the language does not take are left
   out. *)

open Parsetree

let ending = "." ^ try Sys.getenv "ENDING" with Not_found -> "ml"
let root = Sys.argv.(Array.length Sys.argv - 1)
let file = ref ""
let rows = ref []

let add kind (name : string Location.loc) =
  let line = name.loc.loc_start.pos_lnum in
  if name.txt <> "_" then rows := Printf.sprintf "%s\t%d\t%s\t%s" !file line kind name.txt :: !rows

let rec names pattern =
  match pattern.ppat_desc with
  | Ppat_var name -> [ name ]
  | Ppat_alias (inner, name) -> names inner @ [ name ]
  | Ppat_tuple all | Ppat_array all -> List.concat_map names all
  | Ppat_construct (_, Some (_, inner)) | Ppat_variant (_, Some inner) -> names inner
  | Ppat_record (fields, _) -> List.concat_map (fun (_, inner) -> names inner) fields
  | Ppat_or (left, _) -> names left
  | Ppat_constraint (inner, _) | Ppat_lazy inner | Ppat_open (_, inner) -> names inner
  | _ -> []

let constructor kind one = add kind one.pcd_name

let type_declaration one =
  add "type" one.ptype_name;
  match one.ptype_kind with
  | Ptype_variant all -> List.iter (constructor "constructor") all
  | Ptype_record all -> List.iter (fun one -> add "field" one.pld_name) all
  | _ -> ()

let is_function e =
  match e.pexp_desc with Pexp_fun _ | Pexp_function _ -> true | _ -> false

let iterator =
  {
    Ast_iterator.default_iterator with
    structure_item =
      (fun self item ->
        match item.pstr_desc with
        | Pstr_value (_, all) ->
          let value one =
            let kind = if is_function one.pvb_expr then "function" else "value" in
            List.iter (add kind) (names one.pvb_pat)
          in
          List.iter value all
        | Pstr_extension _ | Pstr_eval _ | Pstr_attribute _ -> ()
        | Pstr_primitive one -> add "external" one.pval_name
        | Pstr_exception one -> add "exception" one.ptyexn_constructor.pext_name
        | Pstr_typext one -> List.iter (fun one -> add "constructor" one.pext_name) one.ptyext_constructors
        | _ -> Ast_iterator.default_iterator.structure_item self item);
    signature_item =
      (fun self item ->
        match item.psig_desc with
        | Psig_value one -> add "val" one.pval_name
        | Psig_exception one -> add "exception" one.ptyexn_constructor.pext_name
        | Psig_typext one -> List.iter (fun one -> add "constructor" one.pext_name) one.ptyext_constructors
        | Psig_extension _ -> ()
        | _ -> Ast_iterator.default_iterator.signature_item self item);
    type_declaration = (fun _ one -> type_declaration one);
    module_binding =
      (fun self one ->
        Option.iter (fun txt -> add "module" { one.pmb_name with txt }) one.pmb_name.txt;
        Ast_iterator.default_iterator.module_binding self one);
    module_declaration =
      (fun self one ->
        Option.iter (fun txt -> add "module" { one.pmd_name with txt }) one.pmd_name.txt;
        Ast_iterator.default_iterator.module_declaration self one);
    module_type_declaration =
      (fun self one ->
        add "module type" one.pmtd_name;
        Ast_iterator.default_iterator.module_type_declaration self one);
    class_declaration =
      (fun self one ->
        add "class" one.pci_name;
        Ast_iterator.default_iterator.class_declaration self one);
    class_field =
      (fun self one ->
        match one.pcf_desc with
        | Pcf_method (name, _, _) -> add "method" name
        | Pcf_val (name, _, _) -> add "variable" name
        | _ -> ());
    with_constraint = (fun _ _ -> ());
    expr = (fun _ _ -> ());
  }

let read path =
  let channel = open_in_bin path in
  let text = really_input_string channel (in_channel_length channel) in
  close_in channel;
  let buffer = Lexing.from_string text in
  Location.init buffer path;
  let before = !rows in
  try
    match ending with
    | ".mli" -> iterator.Ast_iterator.signature iterator (Parse.interface buffer)
    | _ -> iterator.Ast_iterator.structure iterator (Parse.implementation buffer)
  with _ -> rows := before

let rec walk folder within =
  let entries = Sys.readdir folder in
  Array.sort compare entries;
  let visit name =
    let path = Filename.concat folder name in
    let inside = if within = "" then name else within ^ "/" ^ name in
    if name.[0] <> '.' then
      if (Unix.lstat path).st_kind = Unix.S_DIR then walk path inside
      else if (Unix.lstat path).st_kind = Unix.S_REG && Filename.check_suffix name ending then begin
        file := inside;
        read path
      end
  in
  Array.iter visit entries

let () =
  walk root "";
  List.iter print_endline (List.rev !rows)

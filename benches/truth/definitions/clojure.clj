;; What Clojure files below a folder define, by the reader of Clojure itself (clojure.tools.reader): `clojure clojure.clj FOLDER`.
;; A line each with file, line, kind and name; a file that it cannot read gives what stands before.
(require '[clojure.tools.reader :as reader] '[clojure.tools.reader.reader-types :as types] '[clojure.java.io :as io] '[clojure.string :as string])

(def kinds
  {"def" "variable" "defonce" "variable" "defn" "function" "defn-" "function" "defmacro" "macro" "defmulti" "function"
   "deftest" "function" "defprotocol" "protocol" "definterface" "protocol" "defrecord" "record" "deftype" "record" "ns" "namespace"})

(declare rows)

(defn row [form kind named]
  [(or (:line (meta named)) (:line (meta form))) kind (name named)])

(defn declared [form]
  (let [[head named & more] form
        word (when (symbol? head) (name head))
        kind (kinds word)]
    (if (and kind (symbol? named))
      (concat
        [(row form kind named)]
        (when (= kind "protocol")
          (for [one more :when (and (seq? one) (symbol? (first one)))] (row one "method" (first one))))
        (when (and (= kind "record") (vector? (first more)))
          (for [one (first more) :when (symbol? one)] (row form "field" one))))
      nil)))

(defn rows [form]
  (cond
    (and (seq? form) (contains? #{'comment 'quote 'clojure.core/seq} (first form))) nil
    (seq? form) (concat (declared form) (mapcat rows form))
    (coll? form) (mapcat rows (if (map? form) (mapcat identity form) form))
    :else nil))

(defn read-all [file]
  (with-open [in (io/reader file)]
    (let [from (types/indexing-push-back-reader (java.io.PushbackReader. in))
          end (Object.)]
      (binding [*ns* (create-ns 'user)
                reader/*read-eval* false
                reader/*alias-map* (fn [alias] alias)
                reader/*default-data-reader-fn* (fn [_ value] value)]
        (loop [found []]
          (let [form (try (reader/read {:eof end :read-cond :allow :features #{:clj}} from) (catch Exception e (binding [*out* *err*] (println (str file) (.getMessage e))) end))]
            (if (identical? form end) found (recur (into found (rows form))))))))))

(let [root (io/file (first *command-line-args*))
      prefix (inc (count (.getPath root)))]
  (doseq [file (sort-by #(.getPath %) (file-seq root))
          :let [path (.getPath file)]
          :when (and (.isFile file) (re-find #"\.cljc?$" path) (not (string/includes? path "/.git/")))
          [line kind named] (sort (distinct (read-all file)))]
    (println (string/join "\t" [(subs path prefix) line kind named]))))
